import type { D1Database } from '@cloudflare/workers-types'
import type { RenditionQueue } from '../../shared/server/origin.ts'
import { IS_SHOWN, overSince } from './lease.ts'

/** Nothing is counted further: so many are so many, or more. */
const COUNTED = 10_000

// ?1 is when a lease that is over has said its last word.
const QUEUE = `
  SELECT count(*) AS queued, min(created_at) AS oldest,
         (SELECT count(*) FROM (SELECT 1 FROM uploads WHERE state = 'failed' LIMIT ${COUNTED})) AS failed
    FROM (SELECT created_at FROM uploads
           WHERE state IN ('queued', 'working') AND (state = 'queued' OR updated_at < ?1)
             AND ${IS_SHOWN} LIMIT ${COUNTED})`

/** How many uploads wait for their renditions, since when the oldest of them, and how many have failed. */
export async function renditionQueue(d1: D1Database, nowMs: number): Promise<RenditionQueue> {
  const row = await d1.prepare(QUEUE).bind(overSince(nowMs)).first<RenditionQueue>()
  return row ?? { queued: 0, oldest: null, failed: 0 }
}
