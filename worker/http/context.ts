import type { Props } from '@hono/react-renderer'
import type { Context } from 'hono'
import type { ReactElement } from 'react'
import * as v from 'valibot'
import type { DirectApi } from '../../shared/direct.ts'
import { AppError } from '../../shared/errors.ts'
import { idOfSlug } from '../../shared/gif/item-path.ts'
import { KnownHeaders } from '../../shared/net/known-headers.ts'
import type { SiteTextName } from '../../shared/schema/own/rules.ts'
import { lazyModule } from '../../shared/server/lazy-module.ts'
import type {
  CountSearch,
  Guesses,
  Identify,
  Installation,
  IssuerAccounts,
  JobQueue,
  Origin,
  Partners,
  RenditionQueue,
  SettingsMemory,
  SignedInActor,
  TermNames,
  UploadsOrigin,
} from '../../shared/server/origin.ts'
import type { Language } from '../../shared/texts/languages.ts'
import type { Bindings, Config } from '../env.ts'
import type { PingbackSink } from '../pingbacks/sink.ts'
import type { Direct } from '../provider/direct.ts'
import type { ReadContext } from '../provider/layer.ts'
import type { Provider } from '../provider/provider.ts'
import type { Restricted } from '../provider/restricted.ts'
import type { Vimeo } from '../provider/vimeo.ts'
import type { BindingStates } from '../report/binding-states.ts'
import type { UpstreamTime } from '../report/log-lines.ts'
import type { Monitor } from '../report/monitor.ts'
import type { Upstreams } from '../upstreams/upstreams.ts'
import { CLASS_HEADERS, type ResponseClass } from './class-headers.ts'
import { addressOf, networkOf, takeFromBudget } from './rate-limit.ts'
import { replyInit } from './reply-headers.ts'

/** Everything that routes depend on. `index.ts`, or a test, creates it once per isolate. */
export type Services = {
  config: Config
  /** The rules of the installation. */
  settings: SettingsMemory
  /** A text of the installation in each language that it has; undefined where the site is elsewhere, or has no database. */
  siteText: ((name: SiteTextName) => Promise<Readonly<Record<string, string>>>) | undefined
  upstreams: Upstreams
  provider: Provider
  /** The provider that pages call from the browser; undefined where the Worker itself may. */
  direct: Direct | undefined
  /** Who is signed in at the embedded site; undefined where the site is elsewhere, or has no database. */
  identify: Identify | undefined
  /** Serves the library's files, those of hidden items to few. A missing file is a response, not an error. */
  media: Origin
  /** Takes in files; undefined without a library of our own. */
  uploads: UploadsOrigin | undefined
  /** Loaded by the first pingback: an embed's request never pays for it. */
  pingbacks: () => PingbackSink | Promise<PingbackSink>
  /** The embedded site's work for after a response; undefined without a database. */
  jobs: (() => JobQueue | Promise<JobQueue>) | undefined
  /** Counts searches for moderators; undefined where the site is elsewhere, or has no database. */
  searches: (() => CountSearch | Promise<CountSearch>) | undefined
  /** Counts guesses at people's accounts; undefined where the site is elsewhere, or has no database. */
  guesses: (() => Guesses | Promise<Guesses>) | undefined
  /** What clients of the API need besides items; undefined without a database. */
  partners: (() => Partners | Promise<Partners>) | undefined
  /** Someone whom all may see, in the provider's shape; undefined where people or their items are elsewhere. */
  publicPerson: ((username: string, publicUrl: string) => Promise<unknown>) | undefined
  /** What tags are called in another language; undefined where the library is elsewhere. */
  termNames: (() => TermNames | Promise<TermNames>) | undefined
  /** Accounts by an issuer (T64); undefined where the site is elsewhere, or has no database. */
  issuerAccounts: (() => IssuerAccounts | undefined | Promise<IssuerAccounts | undefined>) | undefined
  vimeo: () => Vimeo | Promise<Vimeo>
  /** Logs and reports responses, where either is configured. */
  monitor: Monitor | undefined
  /** The state of each binding, for `/healthz`. */
  bindings: BindingStates
  /** What waits for makers of renditions; undefined where the site is elsewhere, or has no database. */
  renditionQueue: (() => Promise<RenditionQueue>) | undefined
  /** What staff have to know of this installation, and of its mails; undefined as above. */
  installation: (() => Promise<Installation & { mail: { sender: string; sends: boolean } }>) | undefined
}

/** The types of Hono's context: the bindings, and the variables that middleware sets. */
export type App = {
  Bindings: Bindings
  Variables: {
    services: Services
    requestId: string
    /** Scheme and host that absolute URLs start with: the configured one, else the request's own. */
    publicUrl: string
    responseClass: ResponseClass
    /** What `reply` has made, which has all of our headers, and the route's own among them. */
    replied?: { response: Response; own: Readonly<Record<string, string>> }
    times?: UpstreamTime[]
    /** What a partner's key lets a request to the API read; unset where none is needed. */
    partner?: Restricted
    /** What the script of a page reads of our API (`worker/http/page-token.ts`); unset: completions of a search. */
    lists?: string
    /** The call's path pattern, where one route serves many calls. */
    route?: string
    /** Set by `worker/http/visitor.ts` on routes with `language`, and for error pages. */
    language: Language
  }
}

/** What a handler gets of its request. */
export type AppContext = Context<App>

const credentials = lazyModule(() => import('./credentials.ts'))

/** The context of a read that a request makes. */
export const readContext = (c: AppContext, viewer?: ReadContext['viewer']): ReadContext => ({
  publicUrl: c.get('publicUrl'),
  waitUntil: (promise) => c.executionCtx.waitUntil(promise),
  mayLoad: (of) => takeFromBudget(c, of),
  noteTime: (name, ms) => noteTime(c, name, ms),
  viewer,
})

/** The same, where someone who is signed in may see an item that others may not. Its response is then private. */
export const viewerContext = (c: AppContext): ReadContext => readContext(c, () => viewerOf(c))

/** Who is signed in at the embedded site. A read that all may make never needs to know. */
export async function viewerOf(c: AppContext): Promise<SignedInActor | undefined> {
  const { headers } = c.req.raw
  if (!headers.has('Cookie') && !headers.has('Authorization')) return undefined
  const { readCredentials } = await credentials()
  const { session, token } = readCredentials(headers, c.get('publicUrl'))
  const found = token || session ? await c.get('services').identify?.({ session, token }) : undefined
  // T55: by a token that is not for reading, a visitor reads.
  return found?.actor.scopes?.includes('read') === false ? undefined : found?.actor
}

const WHOLE = /^[\w-]{1,128}$/

/** Reads the GIF that the last part of the path names. @throws as `readBySlug` */
export const gifOfSlug = (c: AppContext, context: ReadContext) =>
  readBySlug(c, c.req.param('slug') ?? '', (id) => c.get('services').provider.gif(id, context))

/**
 * Reads what a part of a path names: by the id behind its last `-`, else as a whole, because old ids may have a `-`
 * themselves (`docs/moving.md`). A provider elsewhere knows none of those, and is not asked.
 * @throws AppError 'invalid-input' where the path has no id, 'not-found', 'removed'
 */
export async function readBySlug<T>(c: AppContext, slug: string, read: (id: string) => Promise<T>) {
  const id = idOfSlug(slug)
  if (!id) throw new AppError('invalid-input', 'Not the ID of a GIF')
  try {
    return await read(id)
  } catch (error) {
    const isUnknown = error instanceof AppError && error.kind === 'not-found'
    const mayBeOld = isUnknown && slug !== id && c.get('services').upstreams.provider.knowsOldIds
    if (!mayBeOld || !WHOLE.test(slug)) throw error
    return read(slug)
  }
}

/** Where the path of a URL that the platform made begins. */
export const pathStart = (url: string): number => url.indexOf('/', url.indexOf('//') + 2)

/** `https://host:port` of a URL that the platform made, without parsing it again. */
export const requestOrigin = (url: string): string => url.slice(0, pathStart(url))

/**
 * The query of a request, checked by a schema. A parameter that is given twice is a list, which no schema of one value takes.
 * @throws AppError 'invalid-input' with the first thing that is wrong
 */
export function checkedQuery<S extends v.GenericSchema>(c: AppContext, schema: S): v.InferOutput<S> {
  const given = Object.entries(c.req.queries()).map(([name, all]) => [name, all.length > 1 ? all : all[0]])
  const result = v.safeParse(schema, Object.fromEntries(given))
  if (!result.success) throw new AppError('invalid-input', result.issues[0].message)
  return result.output
}

/** Adds an upstream's time (ms) to the request's line in the log. */
export function noteTime(c: AppContext, name: string, ms: number): void {
  c.set('times', [...(c.get('times') ?? []), { name, ms: Math.round(ms) }])
}

/** Whether nothing that a request does may be counted: the operator or the visitor does not want it. */
export function optsOut(c: AppContext): boolean {
  const { headers } = c.req.raw
  const { TRACKING } = c.get('services').config
  return TRACKING === 'off' || headers.get('Sec-GPC') === '1' || headers.get('DNT') === '1'
}

/** Counts the first page of a search after the response, for moderators. What fails is only logged. */
export function countSearch(c: AppContext, q: string): void {
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
export function directOf(c: AppContext): Direct {
  const { direct } = c.get('services')
  if (!direct) throw new Error('The provider is not called from the browser')
  return direct
}

type Body = string | Uint8Array | ReadableStream | null

/** Answers with the headers of the path's class, the request's id, what is known of them before, and the route's own. */
export function reply(
  c: AppContext,
  body: Body,
  status: number,
  own: Record<string, string> = {},
  known?: KnownHeaders,
): Response {
  const init = replyInit(c.get('responseClass'), status, c.get('requestId'), own, known)
  const response = new Response(body, init)
  c.set('replied', { response, own })
  return response
}

export const JSON_HEADERS = new KnownHeaders({ 'Content-Type': 'application/json; charset=utf-8' })

export const replyJson = (
  c: AppContext,
  data: unknown,
  status: number,
  headers: Record<string, string> = {},
) => reply(c, JSON.stringify(data), status, headers, JSON_HEADERS)

/**
 * Renders a page (200) in the layout that its route has set, by `reactRenderer` of `@hono/react-renderer`, with the same
 * headers as `reply`. The content type is the renderer's.
 */
export function replyPage(
  c: AppContext,
  content: ReactElement,
  props: Props,
  headers: Record<string, string>,
): Response | Promise<Response> {
  const all = { ...CLASS_HEADERS[c.get('responseClass')], 'x-request-id': c.get('requestId'), ...headers }
  for (const [name, value] of Object.entries(all)) c.header(name, value)
  return c.render(content, props)
}

/** Answers a preflight (https://fetch.spec.whatwg.org/#cors-preflight-fetch); it may be kept for a day. */
export const preflight = (methods: string, headers: readonly string[]) => (c: AppContext) =>
  reply(c, null, 204, {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': headers.join(', ').toLowerCase(),
    'Access-Control-Max-Age': '86400',
  })
