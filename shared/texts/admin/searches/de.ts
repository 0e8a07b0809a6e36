import type { searchesEn } from './en.ts'

export const searchesDe: typeof searchesEn = {
  title: 'Suchen',
  intro: 'Wonach Besucher suchen und wie oft. Die Datei enthält alles.',
  empty: 'Noch hat niemand nach etwas gesucht.',
  term: 'Begriff',
  count: 'Anzahl',
  last: 'Zuletzt gesucht',
  download: 'Als CSV herunterladen',
  begins: 'Beginnt mit',
}
