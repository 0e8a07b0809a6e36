const MAX_LENGTH = 2048

/** Development hosts, which keep http: they have no https. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1'])

/** An untrusted link made safe: https only (http is upgraded), no credentials, bounded length. Else `undefined`. */
export function safeHref(href: string): string | undefined {
  if (href.length > MAX_LENGTH || !URL.canParse(href)) return undefined
  const url = new URL(href)
  if (url.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) url.protocol = 'https:'
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // Percent-encoding may have made it longer.
  return isWeb && !url.username && !url.password && url.href.length <= MAX_LENGTH ? url.href : undefined
}
