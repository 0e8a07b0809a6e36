const MAX_PRECONNECTS = 4

/**
 * The `Link` header that opens connections to a page's first picture hosts, at most 4.
 * @param hosts that pictures may come from (`MEDIA_HOSTS`), names with an optional port. If empty, all may.
 */
export function preconnect(origins: readonly string[], hosts: readonly string[]): { Link?: string } {
  const known = new Set(hosts.map((host) => host.toLowerCase()))
  const allowed = known.size > 0 ? origins.filter((origin) => known.has(hostOf(origin))) : origins
  if (allowed.length === 0) return {}
  const links = allowed.slice(0, MAX_PRECONNECTS).map((origin) => `<${origin}>; rel=preconnect`)
  return { Link: links.join(', ') }
}

const hostOf = (origin: string) => origin.slice(origin.indexOf('//') + 2)
