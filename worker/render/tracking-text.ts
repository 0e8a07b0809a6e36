import type { Context } from 'hono'
import { trackingQuery } from '../../shared/gif/tracking-query.ts'
import { createLru } from '../memory/lru.ts'

/** Host pages come again and again; a longer address than this is worked out each time. */
const KEPT = { entries: 200, keyLength: 300 } as const

const known = createLru<string>({ entries: KEPT.entries })

/** §1 The request's tracking query, as it stands in markup: `&` is its only character that is escaped there. */
export function trackingText(c: Context): string {
  const referrer = c.req.header('Referer') ?? ''
  const { url } = c.req
  const at = url.indexOf('?')
  const search = at < 0 ? '' : url.slice(at)
  const key = `${referrer} ${search}`
  const found = known.get(key)
  if (found !== undefined) return found
  const text = trackingQuery(new URLSearchParams(search), referrer).toString().replaceAll('&', '&amp;')
  if (key.length <= KEPT.keyLength) known.set(key, text)
  return text
}
