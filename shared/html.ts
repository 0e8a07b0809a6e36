const HTML_ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => HTML_ESCAPES.get(sign) ?? sign)

const SCRIPT_ESCAPES = new Map([
  ['<', '\\u003c'],
  ['>', '\\u003e'],
  ['&', '\\u0026'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
])

/** JSON that is safe in a `<script>`: nothing in it can end the element (`docs/threats.md`, T3). */
export const jsonForScript = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => SCRIPT_ESCAPES.get(sign) ?? sign)

const MAX_LENGTH = 2048

/** Development hosts, which keep http: they have no https. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1'])

/** Whether an address is of a development host. */
export const isLocalHost = ({ hostname }: Pick<URL, 'hostname'>): boolean => LOCAL_HOSTS.has(hostname)

/** An untrusted link made safe: https only (http is upgraded), no credentials, bounded length. Else `undefined`. */
export function safeHref(href: string): string | undefined {
  if (href.length > MAX_LENGTH || !URL.canParse(href)) return undefined
  const url = new URL(href)
  if (url.protocol === 'http:' && !isLocalHost(url)) url.protocol = 'https:'
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // Percent-encoding may have made it longer.
  return isWeb && !url.username && !url.password && url.href.length <= MAX_LENGTH ? url.href : undefined
}
