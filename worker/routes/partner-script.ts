import { AppError } from '../../shared/errors.ts'
import type { AppContext } from '../http/context.ts'
import { assets } from '../render/document.ts'

/** Host pages use this name for years, so it has no hash. A browser checks for a new build after an hour. */
const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400'

/** `/loopframe.js`: the partner loader of this build, which any page on any site may load. */
export async function partnerScript(c: AppContext): Promise<Response> {
  const url = new URL(assets.scripts.partner, c.req.url)
  const file = await c.env?.ASSETS?.fetch(url.href, { method: c.req.method, headers: c.req.header() })
  if (!file || file.status >= 400) throw new AppError('not-found', 'Not found')
  const headers = new Headers([...file.headers])
  headers.set('Cache-Control', CACHE_CONTROL)
  return new Response(file.body as BodyInit | null, { status: file.status, headers })
}
