const MAX_LENGTH = 2048

/** Development hosts, where http stays: nothing answers https there. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1'])

/** A link that strangers gave, or nothing: https alone (http is upgraded), no name or password in it, not overlong. */
export function safeHref(href: string): string | undefined {
  if (href.length > MAX_LENGTH || !URL.canParse(href)) return undefined
  const url = new URL(href)
  if (url.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) url.protocol = 'https:'
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // Escapes may have made it longer than it came.
  return isWeb && !url.username && !url.password && url.href.length <= MAX_LENGTH ? url.href : undefined
}
