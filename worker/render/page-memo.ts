import type { Context } from 'hono'
import { pixelTags } from '../../shared/gif/pixels.ts'
import { trackingQuery } from '../../shared/gif/tracking.ts'
import type { KnownHeaders } from '../../shared/net/known-headers.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { Config } from '../env.ts'
import { Lru, type Made } from '../memory.ts'

/** The attributes of a tracked page's root, which the browser reads (`islands/track`). */
export type PageTracking = {
  payload: string
  pixels: readonly string[]
  analyticsId: string
  /** Whether a service counts what is shared. */
  countsShares: boolean
}

/** Whether the visitor opts out of tracking: https://w3c.github.io/gpc/, or its predecessor DNT. */
export const optsOutOfTracking = (headers: Headers): boolean =>
  headers.get('Sec-GPC') === '1' || headers.get('DNT') === '1'

/** What a page may track of its GIF (§3, §7); undefined where tracking is off. */
export const trackingOf = (
  gif: Gif,
  { TRACKING, ANALYTICS_ID }: Config,
  countsShares: boolean,
): PageTracking | undefined =>
  TRACKING === 'on'
    ? {
        payload: gif.analytics_response_payload,
        pixels: pixelTags(gif),
        analyticsId: ANALYTICS_ID,
        countsShares,
      }
    : undefined

/** The texts of recent host pages are cached, because host pages repeat. Longer keys are not cached. */
const CACHED = { entries: 200, keyLength: 300 } as const

const cached = new Lru<string>({ entries: CACHED.entries })

/** Whether a query may have a parameter of the tracking query, whose name may be encoded. */
const MAY_NAME_UTM = /utm_|%/

/** §1 The request's tracking query, as markup. `&` is its only character that needs an escape. */
export function trackingText(c: Context): string {
  const referrer = c.req.header('Referer') ?? ''
  const { url } = c.req
  const at = url.indexOf('?')
  const query = at < 0 ? '' : url.slice(at)
  // Most queries have nothing of it: those pages have the text of their host.
  const search = MAY_NAME_UTM.test(query) ? query : ''
  const key = `${referrer} ${search}`
  const found = cached.get(key)
  if (found !== undefined) return found
  const text = trackingQuery(new URLSearchParams(search), referrer).toString().replaceAll('&', '&amp;')
  if (key.length <= CACHED.keyLength) cached.set(key, text)
  return text
}

/**
 * Marks the spots of a rendered page where each request inserts its tracking query. HTML escapes leave it alone, and no
 * title or name contains it: the schema removes its first character from texts (`shared/schema/text.ts`).
 */
export const TRACKING_SLOT = '\u0091slot'

/** An embed's rendered page, split at its slots, with the headers that depend on the page alone. */
export type RenderedEmbed = { pieces: readonly string[]; headers: KnownHeaders }

/** Rendered pages, stored with what else is made of the copy that they were rendered from. */
export const pageMemo = <Page>() => ({
  get: (made: Made, { page }: PageNames) => made.get<Page>(page),
  set: (made: Made, { page }: PageNames, drawn: Page) => made.set(page, drawn),
})

/** The names of a rendered page, and of its last bytes. */
export type PageNames = { page: string; sent: string }

export const pageNames = (kind: string, key: string): PageNames => ({
  page: `${kind} ${key}`,
  sent: `sent ${kind} ${key}`,
})

export const embedMemo = pageMemo<RenderedEmbed>()

type Sent = { text: string; bytes: Uint8Array }

/**
 * The bytes of a page with a request's own text. Those of the last request are kept: most that ask for a page come from the
 * same site, and insert the same.
 */
export function lastSent(
  made: Made,
  { sent }: PageNames,
  text: string,
  fill: () => Sent['bytes'],
): Sent['bytes'] {
  const known = made.get<Sent>(sent)
  if (known?.text === text) return known.bytes
  const bytes = fill()
  made.set(sent, { text, bytes } satisfies Sent)
  return bytes
}
