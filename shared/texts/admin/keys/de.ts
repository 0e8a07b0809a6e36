import type { keysEn } from './en.ts'

export const keysDe: typeof keysEn = {
  title: 'API-Schlüssel',
  intro: 'Schlüssel für Partner, die die API nutzen.',
  empty: 'Noch keine Schlüssel.',
  add: 'Neuer Schlüssel',
  name: 'Name',
  nameHint: 'Wer nutzt den Schlüssel?',
  nameNeeded: 'Gib einen Namen ein.',
  rating: 'Höchste Einstufung',
  rate: 'Anfragen pro Minute',
  rateHint: '0: kein eigenes Limit.',
  noRate: 'Kein Limit',
  blocked: 'Gesperrt',
  blockedHint:
    'IDs, #Tags und @Namen, die dieser Partner nicht sieht, durch Kommas getrennt. * sperrt den ganzen Schlüssel.',
  blockedWrong: 'Höchstens 200 IDs, #Tags und @Namen, durch Kommas getrennt.',
  blockedNone: 'Nichts',
  blockedAll: 'Ganzer Schlüssel',
  usage: 'Anfragen, 30 Tage',
  refused: '{count} abgelehnt',
  usageByDay: 'Anfragen von {name} nach Tagen',
  requests: 'Anfragen',
  refusals: 'Abgelehnt',
  created: 'Schlüssel für {name}',
  once: 'Kopiere ihn jetzt. Er wird nur einmal angezeigt.',
  since: 'Seit',
  remove: 'Löschen',
  removeTitle: 'Schlüssel von {name} löschen?',
  removeText:
    'Anfragen damit werden innerhalb einer Minute abgelehnt. Das lässt sich nicht rückgängig machen.',
  removeDone: 'Der Schlüssel von {name} wurde gelöscht.',
}
