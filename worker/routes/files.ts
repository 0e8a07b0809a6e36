import { AppError } from '../../shared/errors.ts'
import { type Installation, type RenditionQueue, VISITOR } from '../../shared/server/origin.ts'
import { type MachineBinding, mailUrlOf } from '../env.ts'
import { type AppContext, replyJson, viewerOf } from '../http/context.ts'
import { assets } from '../render/document.ts'

/** `/media/{id}/{rendition}.{ext}` and users' pictures: the library's files, with Range, ETag and 304 (HEAD goes to GET). */
export async function media(c: AppContext): Promise<Response> {
  const { media } = c.var.services
  let response = await media(c.req.raw, VISITOR)
  // What is hidden is not there, but for those who are signed in and may see it; what was taken down is a maker's to hash.
  if (response.status === 404 || (response.status === 410 && c.req.query('lease') !== undefined)) {
    const viewer = await viewerOf(c)
    if (viewer) {
      await response.body?.cancel()
      response = await media(c.req.raw, viewer)
    }
  }
  return new Response(response.body, response)
}

/** A name with a hash of the file's content: the content never changes. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/

/** What a file is where its last suffix says something else: `.ts` alone is a transport stream. */
const TYPES: Readonly<Record<string, string>> = { '.d.ts': 'application/typescript; charset=utf-8' }

const typeOf = (path: string) => Object.entries(TYPES).find(([suffix]) => path.endsWith(suffix))?.[1]

/** `/static/*`: the build's files. A missing file is a 404 in plain text, which is not cached. */
export async function statics(c: AppContext): Promise<Response> {
  const { path } = c.req
  const kept = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
  const response = await buildFile(c, c.req.url, kept)
  const type = typeOf(path)
  if (type && response.status === 200) response.headers.set('Content-Type', type)
  return response
}

/** Host pages use this name for years, so it has no hash. A browser checks for a new build after an hour. */
const SCRIPT_CACHE = 'public, max-age=3600, stale-while-revalidate=86400'

/** `/loopframe.js`: the partner loader of this build, which any page on any site may load. */
export const partnerScript = (c: AppContext): Promise<Response> =>
  buildFile(c, new URL(assets.scripts.partner, c.req.url).href, SCRIPT_CACHE)

/** @throws AppError 'not-found' */
async function buildFile(c: AppContext, url: string, cacheControl: string): Promise<Response> {
  const file = await c.env?.ASSETS?.fetch(url, { method: c.req.method, headers: c.req.header() })
  if (!file || file.status >= 400) throw new AppError('not-found', 'Not found')
  const headers = new Headers([...file.headers])
  headers.set('Cache-Control', cacheControl)
  return new Response(file.body as BodyInit | null, { status: file.status, headers })
}

/**
 * `/healthz`: the build's id, whether mails with links leave (T62), and how each binding is; to staff also how many renditions
 * wait, its last migration, its schedule, its queues, and its mails, and of one machine its memory and its disk. A 200 also where one fails: the Worker itself responds.
 */
export async function health(c: AppContext): Promise<Response> {
  const bindings = await c.var.services.bindings((work) => c.executionCtx.waitUntil(work))
  const status = Object.values(bindings).includes('failing') ? 'failing' : 'ok'
  const mail_links = mailUrlOf(c.var.services.config) === '' ? 'off' : 'on'
  const forStaff = await knownToStaff(c)
  return replyJson(c, { status, build: assets.build, mail_links, bindings, ...forStaff }, 200)
}

type ForStaff = Partial<Installation> & { renditions?: RenditionQueue; memory?: object; disk?: object }

/** Nothing for all others, and what is not said in time or at all is left out. */
async function knownToStaff(c: AppContext): Promise<ForStaff> {
  const { renditionQueue, installation } = c.var.services
  if (!renditionQueue) return {}
  const viewer = await viewerOf(c).catch(() => undefined)
  if (viewer?.role !== 'staff') return {}
  const { MACHINE } = (c.env ?? {}) as MachineBinding
  const [renditions, known, machine] = await Promise.all([
    renditionQueue().catch(() => undefined),
    installation?.().catch(() => undefined),
    MACHINE?.state().catch(() => undefined),
  ])
  return { ...(renditions && { renditions }), ...known, ...machine }
}
