import type { takedownsEn } from './en.ts'

export const takedownsDe: typeof takedownsEn = {
  title: 'Sperrungen',
  intro: 'Gesperrtes ist überall in Sekunden verschwunden und lässt sich wieder freigeben.',
  empty: 'Bisher wurde nichts gesperrt.',
  add: 'Sperren',
  items: 'GIFs',
  itemsHint: 'IDs oder Adressen von GIFs, eine pro Zeile, höchstens 100.',
  itemsWrong: 'Zeile {line} ist weder die ID noch die Adresse eines GIFs.',
  itemsNeeded: 'Gib mindestens ein GIF ein.',
  reasonNeeded: 'Gib einen Grund ein. Er steht dann im Protokoll.',
  mail: 'Den Besitzern eine E-Mail schicken',
  confirm: '{count} sperren',
  done: '{count} gesperrt.',
  item: 'GIF',
  removed: 'Gesperrt',
  restored: 'Freigegeben {when}',
  restore: 'Freigeben',
  restoreTitle: '{id} wieder freigeben?',
  restoreText: 'Danach können es sofort alle wieder sehen.',
  restoreDone: '{id} ist wieder da.',
  trail: 'Protokoll',
}
