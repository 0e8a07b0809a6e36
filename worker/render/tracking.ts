import type { Context } from 'hono'
import { pixelTags } from '../../shared/gif/pixels.ts'
import { trackingQuery } from '../../shared/gif/tracking.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { Config } from '../env.ts'
import { Lru } from '../memory.ts'

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

/** §1 The request's tracking query, as markup. `&` is its only character that needs an escape. */
export function trackingText(c: Context): string {
  const referrer = c.req.header('Referer') ?? ''
  const { url } = c.req
  const at = url.indexOf('?')
  const search = at < 0 ? '' : url.slice(at)
  const key = `${referrer} ${search}`
  const found = cached.get(key)
  if (found !== undefined) return found
  const text = trackingQuery(new URLSearchParams(search), referrer).toString().replaceAll('&', '&amp;')
  if (key.length <= CACHED.keyLength) cached.set(key, text)
  return text
}
