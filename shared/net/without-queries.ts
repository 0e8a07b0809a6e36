const END = '[^\\s"\'<>()]'
const LOGIN = /(https?:\/\/)[^\s/@"'<>]*@/gi
const ADDRESS = new RegExp(`(https?://[^\\s"'<>()?#]*)[?#]${END}*`, 'gi')
const QUERY = new RegExp(`(?<=[\\w/.-])[?#]${END}*=${END}*`, 'g')

/** Removes the query of every URL in a text: it can contain a key, a token or a search text. */
export const withoutQueries = (text: string): string =>
  text.replace(LOGIN, '$1').replace(ADDRESS, '$1').replace(QUERY, '')
