import type { takedownsEn } from './en.ts'

export const takedownsFr: typeof takedownsEn = {
  title: 'Retraits',
  intro: 'Ce qui est retiré disparaît partout en quelques secondes, et peut être rétabli.',
  empty: 'Rien n’a encore été retiré.',
  add: 'Retirer',
  items: 'GIF',
  itemsHint: 'Identifiants ou adresses de GIF, un par ligne, 100 au plus.',
  itemsWrong: 'La ligne {line} n’est ni l’identifiant ni l’adresse d’un GIF.',
  itemsNeeded: 'Indique au moins un GIF.',
  reasonNeeded: 'Indique un motif. Il sera gardé dans le journal.',
  mail: 'Prévenir les propriétaires par e-mail',
  confirm: 'Retirer {count}',
  done: '{count} retirés.',
  item: 'GIF',
  removed: 'Retiré',
  restored: 'Rétabli {when}',
  restore: 'Rétablir',
  restoreTitle: 'Rétablir {id} ?',
  restoreText: 'Tout le monde le reverra aussitôt.',
  restoreDone: '{id} est de retour.',
  trail: 'Journal',
}
