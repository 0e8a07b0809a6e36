export const searchesEn = {
  title: 'Searches',
  intro: 'What visitors search for, and how often. The file has all of it.',
  empty: 'Nobody has searched for anything yet.',
  term: 'Term',
  count: 'Searches',
  last: 'Last searched',
  download: 'Download as CSV',
  begins: 'Begins with',
}
