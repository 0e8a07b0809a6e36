import type { deadLettersEn } from './en.ts'

export const deadLettersFr: typeof deadLettersEn = {
  title: 'Pingbacks en échec',
  intro: 'Les événements que leur service n’a pas acceptés. Renvoyez-les ou supprimez-les.',
  empty: 'Aucun échec. Tous les pingbacks sont arrivés.',
  event: 'Événement',
  send: 'Renvoyer',
  marked: 'Envoi en cours',
  drop: 'Supprimer',
  sendAll: 'Tout renvoyer',
  sendAllTitle: 'Tout renvoyer ?',
  sendAllText:
    'Vérifiez d’abord que le service fonctionne. Ce qui échoue encore reste ici, avec le nouveau motif.',
  sendAllDone: 'Envoi en cours. Un grand nombre peut prendre jusqu’à demain.',
  sendDone: 'Envoi en cours. En cas de nouvel échec, il restera ici.',
  dropTitle: 'Supprimer ce pingback ?',
  dropText: 'Il ne sera jamais compté. Cette action est irréversible.',
  dropDone: 'Pingback supprimé.',
}
