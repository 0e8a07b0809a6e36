import { pixelTags } from '../../shared/gif/pixels.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { Config } from '../env.ts'

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
