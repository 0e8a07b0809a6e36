const DEFAULTS = { utm_source: 'iframe', utm_medium: 'embed', utm_campaign: 'Embeds' } as const

const NAME = /^utm_[\w.-]{1,36}$/
const MAX = { value: 256, parameters: 20, bytes: 1024 } as const

/** §1 The tracking query of outgoing links: the host page's origin, if known, and the `utm_*` of `own`, the embed's query. */
export function trackingQuery(
  own: Iterable<[string, string]>,
  referrer: string | undefined,
): URLSearchParams {
  const origin = originOf(referrer)
  const ours = new URLSearchParams({ ...DEFAULTS, ...(origin && { utm_term: origin }) })
  const theirs = [...own].filter(([name, value]) => NAME.test(name) && value.length <= MAX.value)
  return theirs.length > 0 ? withinLimits(new Map([...ours, ...theirs])) : ours
}

/**
 * Appends the tracking query to a link, whose own `utm_*` parameters are removed; the rest of the link stays the same.
 * Works on texts, so that a page can be rendered before its query is known (`worker/render/page-memo.ts`).
 */
export function withTracking(href: string, query: string): string {
  if (!query) return href
  const [, link = '', own = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(href) ?? []
  const kept = own.split('&').filter((pair) => pair && !pair.startsWith('utm_'))
  return `${link}?${[...kept, query].join('&')}${fragment}`
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

// Only scheme and host: a path can reveal what a visitor reads.
function originOf(referrer = ''): string {
  const isWeb = /^https?:\/\//i.test(referrer) && URL.canParse(referrer)
  const origin = isWeb ? new URL(referrer).origin : ''
  return origin.length <= MAX.value ? origin : ''
}

/** Where an item was shown, in GIPHY's words for `event_type` of a pingback (`docs/wire.md`, Pingbacks). */
export type EventType = 'GIF_TRENDING' | 'GIF_SEARCH' | 'GIF_RELATED' | 'GIF_CHANNEL' | 'GIF_EXPLORE'

/** Of an item that a page shows by its id, and no list. */
export const ITEM_EVENT: EventType = 'GIF_EXPLORE'

type Sources = Record<'q' | 'related' | 'channel' | 'ids', string | undefined>

/** Of the tiles of a list with this source. */
export function eventTypeOf({ q, related, channel, ids }: Sources): EventType {
  if (related !== undefined) return 'GIF_RELATED'
  if (channel !== undefined) return 'GIF_CHANNEL'
  if (q !== undefined) return 'GIF_SEARCH'
  return ids === undefined ? 'GIF_TRENDING' : ITEM_EVENT
}
