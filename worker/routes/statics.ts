import type { Context } from 'hono'
import { AppError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'

/** A name that the build made from the file's content: it never changes its meaning. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/

/** `/static/*`: the build's files. A missing one is a plain 404 that nothing keeps, never a page. */
export async function statics(c: Context<App>): Promise<Response> {
  const file = await c.env?.ASSETS?.fetch(c.req.url, { method: c.req.method, headers: c.req.header() })
  if (!file || file.status >= 400) throw new AppError('not-found', 'Not found')
  const headers = new Headers([...file.headers])
  headers.set(
    'Cache-Control',
    HASHED.test(c.req.path) ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
  )
  return new Response(file.body as BodyInit | null, { status: file.status, headers })
}
