import type { keysEn } from './en.ts'

export const keysDe: typeof keysEn = {
  title: 'API-Schlüssel',
  intro: 'Schlüssel von Partnern, die die API nutzen.',
  empty: 'Noch keine Schlüssel.',
  add: 'Neuer Schlüssel',
  name: 'Name',
  nameHint: 'Wer ihn nutzt.',
  nameNeeded: 'Gib einen Namen ein.',
  rating: 'Höchste Freigabe',
  rate: 'Anfragen pro Minute',
  rateHint: '0 heißt: keine eigene Grenze.',
  noRate: 'Keine Grenze',
  created: 'Der Schlüssel von {name}',
  once: 'Kopiere ihn jetzt: Er wird nur einmal gezeigt.',
  since: 'Seit',
  remove: 'Löschen',
  removeTitle: 'Den Schlüssel von {name} löschen?',
  removeText: 'Wer ihn nutzt, wird ab sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
  removeDone: 'Der Schlüssel von {name} ist gelöscht.',
}
