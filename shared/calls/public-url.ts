/** Top labels that never name a host on the public net (RFC 6761, 6762, 8375, and what routers and companies use). */
const PRIVATE_TOPS = new Set(
  'localhost local internal intranet private corp home lan localdomain invalid onion arpa'.split(' '),
)

/** DNS services that resolve names to the address in them: `127.0.0.1.nip.io` is the machine itself. */
const NAMED_ADDRESSES = new Set('nip.io sslip.io xip.io localtest.me lvh.me vcap.me lacolhost.com'.split(' '))

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const TOP = /^([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/
const URL_MAX = 2048

/**
 * The canonical URL if a service may fetch it: https, the standard port, no credentials, a host with a public name, which
 * no notation of an IP address is (`docs/measurements.md`, M9). A name can lead to a private one: hosts are also listed (`worker/proxy/access.ts`).
 */
export function publicUrl(text: string): string | undefined {
  if (text.length > URL_MAX) return undefined
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') {
    return undefined
  }
  url.hash = ''
  return isPublicName(url.hostname) ? url.href : undefined
}

function isPublicName(host: string): boolean {
  const labels = host.split('.')
  const top = labels.at(-1) ?? ''
  return (
    host.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP.test(top) &&
    !PRIVATE_TOPS.has(top) &&
    !NAMED_ADDRESSES.has(labels.slice(-2).join('.'))
  )
}
