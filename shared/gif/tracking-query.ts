const DEFAULTS = { utm_source: 'iframe', utm_medium: 'embed', utm_campaign: 'Embeds' } as const

const NAME = /^utm_[\w.-]{1,36}$/
const MAX = { value: 256, parameters: 20, bytes: 1024 } as const

/**
 * §1 What outgoing links carry: where the embed stands, as far as the host page tells. `own` is the query of the
 * embed's own URL, whose `utm_*` parameters win over ours.
 */
export function trackingQuery(own: URLSearchParams, referrer: string | undefined): URLSearchParams {
  const origin = originOf(referrer)
  const wanted = new Map<string, string>(Object.entries({ ...DEFAULTS, ...(origin && { utm_term: origin }) }))
  for (const [name, value] of own) {
    if (NAME.test(name) && value.length <= MAX.value) wanted.set(name, value)
  }
  return withinLimits(wanted)
}

/** The link with the query's parameters; its scheme, host and path stay what they are. */
export function withTracking(href: string, query: URLSearchParams): string {
  if (!URL.canParse(href)) return href
  const url = new URL(href)
  for (const [name, value] of query) url.searchParams.set(name, value)
  return url.href
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
