export const searchesEn = {
  title: 'Searches',
  intro: 'What visitors search for: the first 200 terms by the alphabet. The file has all of them.',
  empty: 'Nobody has searched for anything yet.',
  term: 'Term',
  count: 'Searches',
  last: 'Last searched',
  download: 'Download as CSV',
}
