import type { Next } from 'hono'
import { AppError, UpstreamError } from '../../shared/errors.ts'
import { own } from '../../shared/own.ts'
import { PAGE_TOKEN } from '../../shared/page-token.ts'
import type { PageTokens } from '../../shared/server/origin.ts'
import { restricted } from '../provider/restricted.ts'
import type { ResponseClass } from './class-headers.ts'
import { type AppContext, requestOrigin } from './context.ts'
import { assertNetworkWithinLimits } from './rate-limit.ts'

/** The pages whose scripts read our API. */
const PAGES: ReadonlySet<ResponseClass> = new Set(['embed', 'page', 'people', 'admin'])

const RETRY_S = 5

/**
 * T51: puts a token for what a page lists into its HTML, on its way out: what is rendered, and kept, has none. A page that
 * gets none for a database that fails is as good but for what its script would list.
 */
export async function pageToken(c: AppContext, next: Next): Promise<void> {
  await next()
  const { body, headers } = c.res
  const kind = c.get('responseClass')
  if (!body || !PAGES.has(kind) || !headers.get('Content-Type')?.startsWith('text/html')) return
  const write = (tokens: PageTokens) => tokens.write(c.get('lists') ?? 'page', Date.now())
  const token = await withTokens(c, write).catch(() => undefined)
  if (!token) return
  const meta = `<meta name="${PAGE_TOKEN.meta}" content="${token}">`
  const page = new Response(body.pipeThrough(insertInHead(meta)), c.res)
  // A frame without an origin reads its next token here, from its own page.
  if (kind === 'embed') page.headers.set('Access-Control-Allow-Origin', '*')
  c.res = undefined
  c.res = page
}

const HEAD = '<head>'
const latin = new TextDecoder('latin1')
const encoder = new TextEncoder()

/** Inserts markup at the start of a page's head, which the first bytes have. Each byte is one character of Latin 1. */
function insertInHead(markup: string): TransformStream<Uint8Array, Uint8Array> {
  let isFirst = true
  return new TransformStream({
    transform(bytes, out) {
      const at = isFirst ? latin.decode(bytes.subarray(0, 1024)).indexOf(HEAD) : -1
      isFirst = false
      if (at < 0) return out.enqueue(bytes)
      out.enqueue(bytes.subarray(0, at + HEAD.length))
      out.enqueue(encoder.encode(markup))
      out.enqueue(bytes.subarray(at + HEAD.length))
    },
  })
}

/** @throws UpstreamError 'unavailable' where the database fails */
async function withTokens<T>(c: AppContext, use: (tokens: PageTokens) => Promise<T>): Promise<T | undefined> {
  const { partners } = c.get('services')
  try {
    return partners && (await use((await partners()).pages))
  } catch (error) {
    console.error('the tokens of pages cannot be signed', error)
    throw new UpstreamError('Pages cannot be checked right now', { kind: 'unavailable', retryAfter: RETRY_S })
  }
}

type Asked = { path: string; query: Record<string, string>; url: string }

/** Whether a page may read this, by the words of its token. */
type Opens = (asked: Asked, ...words: string[]) => boolean

const TERMS = /^\/v1\/gifs\/search\/tags$/
const BUILDER = /^\/v1\/(gifs\/[\w-]+|stickers\/search)$/
const NAMED = /^\/v1\/gifs$/
const PICKER = /^\/v1\/((gifs|stickers|text)\/(search|trending)|(gifs|stickers)\/related|emoji)$/
const SEARCHES = /^\/v2\/trending\/searches$/
const SEARCH = /\/search$/

const any =
  (...paths: RegExp[]): Opens =>
  ({ path }) =>
    paths.some((each) => each.test(path))

/** What the pages of each kind list, by the first word of their tokens. */
const OPENED: Readonly<Record<string, Opens>> = {
  /** The items related to an embed's. */
  related: ({ path, query }, id) => /^\/v1\/(gifs|stickers)\/related$/.test(path) && query.gif_id === id,
  /** The further pages of a widget's list, at its very address. */
  list: ({ url }, source) => url.replace(/&(offset|page_token)=[^&]*/g, '') === source,
  /** What a visitor may look for in a picker: of a host's channel, in that alone. */
  picker(asked, _, channel) {
    const { path, query } = asked
    if (any(TERMS, NAMED, SEARCHES)(asked)) return true
    if (!channel || path === '/v1/emoji') return PICKER.test(path)
    return (
      PICKER.test(path) && SEARCH.test(path) && !query.channel && query.q?.split(' ')[0] === `@${channel}`
    )
  },
  favorites: any(TERMS, NAMED),
  builder: any(TERMS, BUILDER),
  page: any(TERMS),
  staff: () => true,
}

/**
 * Lets our own page read what it lists, up to its rating, as often as a visitor may.
 * @throws AppError 'unauthorized' for all else; RateLimitError; UpstreamError 'unavailable' where the database fails
 */
export async function admitPage(c: AppContext): Promise<void> {
  const query = c.req.query()
  const token = c.get('responseClass') === 'api' ? query[PAGE_TOKEN.field] : undefined
  const lists = token && !isElsewhere(c) && (await withTokens(c, (tokens) => tokens.read(token, Date.now())))
  const [kind = '', ...words] = lists ? lists.split(' ') : []
  const { origin, href } = new URL(c.req.url)
  const asked = { path: c.req.path, query, url: href.slice(origin.length) }
  if (!own(OPENED, kind)?.(asked, ...words)) throw new AppError('unauthorized', 'This API needs a key')
  await assertNetworkWithinLimits(c, ['PROVIDER_LIMIT', 'PROVIDER_WIDE_LIMIT'], 'keyless ')
  const [rating] = words
  if (kind === 'picker' && rating)
    c.set('partner', restricted(c.get('services').provider, { rating, blocked: [] }))
}

/** Whether a browser says that a page of another site asks. Our frames without an origin say none. */
function isElsewhere(c: AppContext): boolean {
  const from = c.req.header('Origin')
  return (
    from !== undefined && from !== 'null' && ![requestOrigin(c.req.url), c.get('publicUrl')].includes(from)
  )
}
