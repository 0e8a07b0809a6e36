import type { deadLettersEn } from './en.ts'

export const deadLettersFr: typeof deadLettersEn = {
  title: 'Pingbacks échoués',
  intro:
    'Des événements d’intégrations et de pages que leur service n’a pas pris. Ils attendent ici que tu les renvoies ou les supprimes.',
  empty: 'Aucun échec : tous les pingbacks sont arrivés.',
  event: 'Événement',
  send: 'Renvoyer',
  marked: 'En route',
  drop: 'Supprimer',
  sendAll: 'Tout renvoyer',
  sendAllTitle: 'Tout renvoyer ?',
  sendAllText:
    'Vérifie d’abord que le service fonctionne. Ce qui échoue encore reste ici, avec la nouvelle raison.',
  sendAllDone: 'Tout est en route. S’il y en a beaucoup, cela dure jusqu’à demain.',
  sendDone: 'C’est en route. En cas de nouvel échec, il reste ici.',
  dropTitle: 'Supprimer ce pingback ?',
  dropText: 'Il ne sera jamais compté. C’est irréversible.',
  dropDone: 'Le pingback est supprimé.',
}
