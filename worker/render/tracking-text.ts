import type { Context } from 'hono'
import { trackingQuery } from '../../shared/gif/tracking-query.ts'
import { createLru } from '../memory/lru.ts'

/** The texts of recent host pages are cached, because host pages repeat. Longer keys are not cached. */
const CACHED = { entries: 200, keyLength: 300 } as const

const cached = createLru<string>({ entries: CACHED.entries })

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
