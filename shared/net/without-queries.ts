const LOGIN = /(https?:\/\/)[^\s/@"'<>]*@/gi
const ADDRESS = /https?:\/\/[^\s"'<>()]*/gi
const QUERY = /(?<=[\w/.-])[?#][^\s"'<>()]*/g

/** Removes the query of every URL in a text: it can contain a key, a token or a search text. */
export const withoutQueries = (text: string): string =>
  text
    .replace(LOGIN, '$1')
    .replace(ADDRESS, (url) => url.replace(/[?#].*/, ''))
    .replace(QUERY, (query) => (query.includes('=') ? '' : query))
