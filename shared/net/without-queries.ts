const END = '[^\\s"\'<>()]'
const LOGIN = /(https?:\/\/)[^\s/@"'<>]*@/gi
const ADDRESS = new RegExp(`(https?://[^\\s"'<>()?#]*)[?#]${END}*`, 'gi')
const QUERY = new RegExp(`(?<=[\\w/.-])[?#]${END}*=${END}*`, 'g')

/** A text with every address in it cut at its query: what stands there can be a key, a token, or what somebody typed. */
export const withoutQueries = (text: string): string =>
  text.replace(LOGIN, '$1').replace(ADDRESS, '$1').replace(QUERY, '')
