import { pixelTags } from '../../shared/gif/pixels.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { Config } from '../env.ts'

/** What a tracked page bears on its root for the browser (`islands/track`). */
export type PageTracking = { payload: string; pixels: readonly string[]; analyticsId: string }

/** The visitor does not want to be tracked: https://w3c.github.io/gpc/, and its older sister DNT. */
export const objectsToTracking = (headers: Headers): boolean =>
  headers.get('Sec-GPC') === '1' || headers.get('DNT') === '1'

/** What may be told of a GIF (§3, §7); nothing where tracking is off. */
export const trackingOf = (gif: Gif, { TRACKING, ANALYTICS_ID }: Config): PageTracking | undefined =>
  TRACKING === 'on'
    ? {
        payload: gif.analytics_response_payload,
        pixels: pixelTags(gif),
        analyticsId: ANALYTICS_ID,
      }
    : undefined
