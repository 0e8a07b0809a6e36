import type { keysEn } from './en.ts'

export const keysFr: typeof keysEn = {
  title: 'Clés d’API',
  intro: 'Les clés des partenaires qui utilisent l’API.',
  empty: 'Aucune clé pour l’instant.',
  add: 'Nouvelle clé',
  name: 'Nom',
  nameHint: 'Qui utilisera cette clé ?',
  nameNeeded: 'Saisissez un nom.',
  rating: 'Classification maximale',
  rate: 'Requêtes par minute',
  rateHint: '0 : aucune limite propre.',
  noRate: 'Aucune limite',
  blocked: 'Bloqué',
  blockedHint:
    'Les ID, #tags et @utilisateurs que ce partenaire ne voit pas, séparés par des virgules. * bloque toute la clé.',
  blockedWrong: 'Saisissez jusqu’à 200 ID, #tags et @utilisateurs, séparés par des virgules.',
  blockedNone: 'Rien',
  blockedAll: 'Toute la clé',
  usage: 'Requêtes, 30 jours',
  refused: 'dont {count} refusées',
  usageByDay: 'Requêtes de {name} par jour',
  requests: 'Requêtes',
  refusals: 'Refusées',
  created: 'Clé de {name}',
  once: 'Copiez-la maintenant : elle ne s’affichera plus.',
  since: 'Depuis',
  remove: 'Supprimer',
  removeTitle: 'Supprimer la clé de {name} ?',
  removeText:
    'Les requêtes avec cette clé seront refusées en moins d’une minute. Cette action est irréversible.',
  removeDone: 'La clé de {name} a été supprimée.',
}
