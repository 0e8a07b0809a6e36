import type { searchesEn } from './en.ts'

export const searchesDe: typeof searchesEn = {
  title: 'Suchanfragen',
  intro: 'Wonach Besucher suchen und wie oft. Die CSV-Datei enthält alles.',
  empty: 'Noch keine Suchanfragen.',
  term: 'Begriff',
  count: 'Anzahl',
  last: 'Zuletzt gesucht',
  download: 'Als CSV herunterladen',
  begins: 'Beginnt mit',
}
