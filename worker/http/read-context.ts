import type { Context } from 'hono'
import type { DirectApi } from '../../shared/direct.ts'
import { AppError } from '../../shared/errors.ts'
import { idOfSlug } from '../../shared/gif/item-path.ts'
import { lazyModule } from '../../shared/server/lazy-module.ts'
import type { App, Services } from '../app-types.ts'
import type { Direct } from '../provider/direct.ts'
import type { ReadContext } from '../provider/layer.ts'
import { addressOf, networkOf, takeFromBudget } from './rate-limit.ts'

const viewers = lazyModule(() => import('./credentials.ts'))

/** The context of a read that a request makes. */
export const readContext = (c: Context<App>): ReadContext => ({
  publicUrl: c.get('publicUrl'),
  waitUntil: (promise) => c.executionCtx.waitUntil(promise),
  mayLoad: () => takeFromBudget(c),
  noteTime: (name, ms) => noteTime(c, name, ms),
})

/** The same, where someone who is signed in may see an item that others may not. Its response is then private. */
export function viewerContext(c: Context<App>): ReadContext {
  const { headers } = c.req.raw
  const isAnonymous = !headers.has('Cookie') && !headers.has('Authorization')
  const viewer = async () => (await viewers()).viewerOf(c)
  return { ...readContext(c), ...(!isAnonymous && { viewer }) }
}

const WHOLE = /^[\w-]{1,128}$/

/** Reads the GIF that the last part of the path names. @throws as `readBySlug` */
export const gifOfSlug = (c: Context<App>, context: ReadContext) =>
  readBySlug(c, c.req.param('slug') ?? '', (id) => c.get('services').provider.gif(id, context))

/**
 * Reads what a part of a path names: by the id behind its last `-`, else as a whole, because old ids may have a `-`
 * themselves (`docs/moving.md`). A provider elsewhere knows none of those, and is not asked.
 * @throws AppError 'invalid-input' where the path has no id, 'not-found', 'removed'
 */
export async function readBySlug<T>(
  c: Context<App>,
  slug: string,
  read: (id: string) => Promise<T>,
): Promise<T> {
  const id = idOfSlug(slug)
  if (!id) throw new AppError('invalid-input', 'This is no id of a GIF')
  try {
    return await read(id)
  } catch (error) {
    const isUnknown = error instanceof AppError && error.kind === 'not-found'
    const mayBeOld = isUnknown && slug !== id && c.get('services').upstreams.provider.knowsOldIds
    if (!mayBeOld || !WHOLE.test(slug)) throw error
    return read(slug)
  }
}

/** The headers of a response that is for one viewer alone. */
export const PRIVATE_HEADERS = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' } as const

/** Adds an upstream's time (ms) to the request's line in the log. */
export function noteTime(c: Context<App>, name: string, ms: number): void {
  c.set('times', [...(c.get('times') ?? []), { name, ms: Math.round(ms) }])
}

/** Whether nothing that a request does may be counted: the operator or the visitor does not want it. */
export function optsOut(c: Context<App>): boolean {
  const { headers } = c.req.raw
  const { TRACKING } = c.get('services').config
  return TRACKING === 'off' || headers.get('Sec-GPC') === '1' || headers.get('DNT') === '1'
}

/** Counts the first page of a search after the response, for moderators. What fails is only logged. */
export function countSearch(c: Context<App>, q: string): void {
  const { searches } = c.get('services')
  const { headers } = c.req.raw
  if (!searches || optsOut(c)) return
  const search = { q, network: networkOf(addressOf(c)), agent: headers.get('User-Agent') ?? '' }
  const counted = (async () => (await searches())(search))()
  c.executionCtx.waitUntil(counted.catch((error) => console.error('a search is not counted', error)))
}

/** Whom a page calls, and by which key; undefined where the Worker calls the provider. */
export const directApi = ({ direct, config }: Services): DirectApi | undefined =>
  direct && { url: config.PROVIDER_URL, key: config.PROVIDER_KEY }

/** The provider that pages call from the browser, on a route that exists only with one. */
export function directOf(c: Context<App>): Direct {
  const { direct } = c.get('services')
  if (!direct) throw new Error('The provider is not called from the browser')
  return direct
}
