const DEFAULTS = { utm_source: 'iframe', utm_medium: 'embed', utm_campaign: 'Embeds' } as const

const NAME = /^utm_[\w.-]{1,36}$/
const MAX = { value: 256, parameters: 20, bytes: 1024 } as const

/**
 * §1 What outgoing links carry: where the embed stands, as far as the host page tells. `own` is the query of the
 * embed's own URL, whose `utm_*` parameters win over ours.
 */
export function trackingQuery(
  own: Iterable<[string, string]>,
  referrer: string | undefined,
): URLSearchParams {
  const origin = originOf(referrer)
  const ours = new URLSearchParams({ ...DEFAULTS, ...(origin && { utm_term: origin }) })
  const theirs = [...own].filter(([name, value]) => NAME.test(name) && value.length <= MAX.value)
  return theirs.length > 0 ? withinLimits(new Map([...ours, ...theirs])) : ours
}

/** The link with the query's parameters; its scheme, host and path stay what they are. */
export function withTracking(href: string, query: URLSearchParams): string {
  if (query.size === 0 || !URL.canParse(href)) return href
  // Most links have no query and no fragment to mind.
  if (!/[?#]/.test(href)) return `${href}?${query}`
  const url = new URL(href)
  for (const [name, value] of query) url.searchParams.set(name, value)
  return url.href
}

/** The same for the many links of one page, where the query is only put behind what a link has of its own. */
export function withTrackingText(href: string, query: string): string {
  if (!query) return href
  const [link = '', fragment] = href.split('#', 2)
  return `${link}${link.includes('?') ? '&' : '?'}${query}${fragment === undefined ? '' : `#${fragment}`}`
}

function withinLimits(wanted: Map<string, string>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of wanted) {
    if (query.size === MAX.parameters) break
    query.set(name, value)
    if (query.toString().length > MAX.bytes) query.delete(name)
  }
  return query
}

// Never more than scheme and host: a path can hold what a visitor reads.
function originOf(referrer = ''): string {
  const isWeb = /^https?:\/\//i.test(referrer) && URL.canParse(referrer)
  const origin = isWeb ? new URL(referrer).origin : ''
  return origin.length <= MAX.value ? origin : ''
}
