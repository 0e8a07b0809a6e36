import type { keysEn } from './en.ts'

export const keysFr: typeof keysEn = {
  title: 'Clés d’API',
  intro: 'Les clés des partenaires qui utilisent l’API.',
  empty: 'Aucune clé pour l’instant.',
  add: 'Nouvelle clé',
  name: 'Nom',
  nameHint: 'Qui va s’en servir.',
  nameNeeded: 'Indique un nom.',
  rating: 'Classification la plus haute',
  rate: 'Requêtes par minute',
  rateHint: '0 : pas de limite propre.',
  noRate: 'Sans limite',
  created: 'La clé de {name}',
  once: 'Copie-la maintenant : elle ne s’affiche qu’une fois.',
  since: 'Depuis',
  remove: 'Supprimer',
  removeTitle: 'Supprimer la clé de {name} ?',
  removeText: 'Qui s’en sert sera refusé dès maintenant. C’est irréversible.',
  removeDone: 'La clé de {name} est supprimée.',
}
