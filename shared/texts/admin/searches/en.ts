export const searchesEn = {
  title: 'Searches',
  intro: 'What visitors search for and how often. The CSV file has everything.',
  empty: 'No searches yet.',
  term: 'Term',
  count: 'Searches',
  last: 'Last searched',
  download: 'Download as CSV',
  begins: 'Starts with',
}
