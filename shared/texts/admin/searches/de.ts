import type { searchesEn } from './en.ts'

export const searchesDe: typeof searchesEn = {
  title: 'Suchen',
  intro: 'Wonach Besucher suchen: die ersten 200 Begriffe nach dem Alphabet. Die Datei enthält alle.',
  empty: 'Noch hat niemand nach etwas gesucht.',
  term: 'Begriff',
  count: 'Anzahl',
  last: 'Zuletzt gesucht',
  download: 'Als CSV herunterladen',
}
