import { AppError } from '../../shared/errors.ts'
import type { AppContext } from '../http/context.ts'

/** A name with a hash of the file's content: the content never changes. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/

/** What a file is where its last suffix says something else: `.ts` alone is a transport stream. */
const TYPES: Readonly<Record<string, string>> = { '.d.ts': 'application/typescript; charset=utf-8' }

const typeOf = (path: string) => Object.entries(TYPES).find(([suffix]) => path.endsWith(suffix))?.[1]

/** `/static/*`: the build's files. A missing file is a 404 in plain text, which is not cached. */
export async function statics(c: AppContext): Promise<Response> {
  const file = await c.env?.ASSETS?.fetch(c.req.url, { method: c.req.method, headers: c.req.header() })
  if (!file || file.status >= 400) throw new AppError('not-found', 'Not found')
  const headers = new Headers([...file.headers])
  headers.set(
    'Cache-Control',
    HASHED.test(c.req.path) ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
  )
  const type = typeOf(c.req.path)
  if (type && file.status === 200) headers.set('Content-Type', type)
  return new Response(file.body as BodyInit | null, { status: file.status, headers })
}
