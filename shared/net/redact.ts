const LOGIN = /(https?:\/\/)[^\s/@"'<>]*@/gi
const ADDRESS = /https?:\/\/[^\s"'<>()]*/gi
const QUERY = /(?<=[\w/.-])[?#][^\s"'<>()]*/g

/** Removes the query of every URL in a text: it can contain a key, a token or a search text. */
export const withoutQueries = (text: string): string =>
  text
    .replace(LOGIN, '$1')
    .replace(ADDRESS, (url) => url.replace(/[?#].*/, ''))
    .replace(QUERY, (query) => (query.includes('=') ? '' : query))

// A query has a space as `+`.
const asField = (secret: string) => String(new URLSearchParams([['', secret]])).slice(1)

/** Removes the given secrets from a text, and the queries of its URLs, which may contain others. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    // A short value would match everywhere, and is no secret.
    .filter((secret) => secret.length > 3)
    .flatMap((secret) => [secret, encodeURIComponent(secret), asField(secret)])
    .reduce((clean, secret) => clean.replaceAll(secret, '…'), text)
    .replace(/https?:\/\/\S+/g, '…')
