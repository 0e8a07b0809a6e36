import type { Next } from 'hono'
import * as v from 'valibot'
import { parseInput } from '../../../shared/calls/call.ts'
import { ownSiteCalls } from '../../../shared/calls/catalogue.ts'
import { MaxRating, optionalField, Query, WholeNumber } from '../../../shared/calls/fields.ts'
import { AppError } from '../../../shared/errors.ts'
import { idOfSlug } from '../../../shared/gif/item-path.ts'
import { CLIENT_HEADERS } from '../../../shared/net/headers.ts'
import { isWithinRating } from '../../../shared/schema/choices.ts'
import { REPORT_REASONS, REPORT_TEXT_MAX } from '../../../shared/schema/own/staff.ts'
import { releaseBody } from '../../../shared/server/body/hold.ts'
import { MethodTable, refusal } from '../../../shared/server/call-table.ts'
import { attempt } from '../../../shared/server/deadline.ts'
import { type AppContext, countSearch, preflight, readBySlug, replyJson } from '../../http/context.ts'
import { SITE_WORDS } from '../../http/dialect-failures.ts'
import { asPartner } from '../../http/partner-access.ts'
import { admit } from '../../proxy/access.ts'
import { sendCall } from '../../proxy/callers.ts'
import { readBody } from '../../proxy/read-body.ts'
import { countAct } from '../count-act.ts'
import { clampedCount, contentFilter, knownWords, Locale, ratingOf } from '../filters.ts'
import type { Item } from '../item.ts'
import { allowsOf, firstOffset, readCategories, readItems, readOneItem, replyFresh } from '../read-list.ts'
import { KINDS, KLIPY_FORMATS, type KlipyFormat, type KlipyType, listSource, toKlipyItems } from './item.ts'
import { dropRecent, noteRecent, recentItems } from './recent.ts'

type Params = Record<string, string>

type Handle = (c: AppContext, type: KlipyType, params: Params) => Response | Promise<Response>

const PER_PAGE = { min: 8, max: 50, usual: 24 } as const

/** Pages of the provider in which items of a type that has no list are looked for: its first 200. */
const LOOKED_THROUGH = 8

/** ms that blurred pictures may take, which are made once: a response goes without. */
const BLUR_MS = 1500

/** What a client lays its own ads out by: there are none here. */
const META = { item_min_width: 50, ad_max_resize_percent: 0 } as const

const entries = {
  page: optionalField(v.pipe(WholeNumber('page'), v.minValue(1, 'page must be at least 1'))),
  per_page: clampedCount('per_page', PER_PAGE),
  content_filter: contentFilter('content_filter'),
  rating: MaxRating,
  locale: Locale,
  format_filter: knownWords(KLIPY_FORMATS),
}

const TrendingSchema = v.object(entries)
const SearchSchema = v.object({ ...entries, q: Query })
const ItemSchema = v.object({ format_filter: entries.format_filter })
const CategoriesSchema = v.object({
  content_filter: entries.content_filter,
  rating: entries.rating,
  locale: Locale,
})

type ListQuery = v.InferOutput<typeof TrendingSchema> & { q?: string }

const maxRating = ({ rating, content_filter }: Pick<ListQuery, 'rating' | 'content_filter'>) =>
  rating ?? ratingOf(content_filter)

/** @param perPage how many items a client wants */
const listBody = (data: unknown[], page: number, perPage: number, hasNext: boolean) => ({
  result: true,
  data: { data, current_page: page, per_page: perPage, has_next: hasNext, meta: META },
})

/** A page by its number. Where items are picked out, those of pages before are counted again, of the same copies. */
async function respond(c: AppContext, type: KlipyType, query: ListQuery): Promise<Response> {
  const { page = 1, per_page: perPage = PER_PAGE.usual, format_filter: formats = [], q } = query
  const { list, keep } = listSource(type, { q, lang: query.locale, rating: maxRating(query) })
  const before = (page - 1) * perPage
  const start = keep || before === 0 ? 0 : await firstOffset(c, list)
  const walk = keep
    ? { from: 0, count: before + perPage, keep, reads: LOOKED_THROUGH }
    : { from: start + before, count: perPage }
  const { items, next, freshness } = await readItems(c, list, walk)
  if (q !== undefined && page === 1) countSearch(c, q)
  const hasNext = next !== undefined && items.length === walk.count
  // Pages have numbers: what a partner is not shown leaves a gap in its page.
  const shown = (keep ? items.slice(before) : items).filter(allowsOf(c))
  const data = await present(c, shown, type, formats)
  return replyFresh(c, listBody(data, page, perPage, hasNext), freshness)
}

/** Items as clients of a type get them, with their blurred pictures. */
async function present(
  c: AppContext,
  items: readonly Item[],
  type: KlipyType,
  formats: readonly KlipyFormat[],
) {
  const { partners, upstreams } = c.get('services')
  const ids = items.map(({ id }) => id)
  const isOurs = upstreams.provider.knowsOwners && ids.length > 0
  const pictures = isOurs ? await attempt(BLUR_MS, async () => (await partners?.())?.blurs?.(ids)) : undefined
  return toKlipyItems(items, type, formats.length > 0 ? formats : KLIPY_FORMATS, pictures)
}

const trending: Handle = (c, type) => respond(c, type, parseInput({ input: TrendingSchema }, c.req.query()))

const search: Handle = (c, type) => respond(c, type, parseInput({ input: SearchSchema }, c.req.query()))

/** What a category must have for a type. Our library's has no pictures that stand still, and emoji are found by their names. */
const HELD = {
  gifs: 'gifs',
  stickers: 'stickers',
  clips: 'video',
  'static-memes': 'still',
  emojis: 'emoji',
} as const satisfies Record<KlipyType, string>

/** The provider's categories that have items of the type: they are words to search for. */
const categories: Handle = async (c, type) => {
  const query = parseInput({ input: CategoriesSchema }, c.req.query())
  const fields = { kind: HELD[type], rating: maxRating(query), lang: query.locale }
  const { pictures, freshness } = await readCategories(c, fields)
  const list = pictures.map(({ term, name, image }) => ({ category: name, query: term, preview_url: image }))
  const data = { locale: c.req.query('locale') || 'en_US', categories: list }
  return replyFresh(c, { result: true, data }, freshness)
}

const noSuchItem = () => new AppError('not-found', 'There is no such item')

/** An item of a type by its slug, by our id, or by an old one. @throws AppError 'not-found', or 'removed' */
async function findItem(c: AppContext, type: KlipyType, slug: string) {
  if (!idOfSlug(slug)) throw noSuchItem()
  const found = await readBySlug(c, slug, (id) => readOneItem(c, id))
  if (!KINDS[type].has(found.item)) throw noSuchItem()
  return found
}

const item: Handle = async (c, type, { slug = '' }) => {
  const { format_filter: formats = [] } = parseInput({ input: ItemSchema }, c.req.query())
  const { item, freshness } = await findItem(c, type, slug)
  const [data] = await present(c, [item], type, formats)
  if (!data) throw noSuchItem()
  return replyFresh(c, { result: true, data }, freshness)
}

/** What a customer has shared and viewed lately. It is theirs alone: no cache may have it. */
const recent: Handle = async (c, type, { customer = '' }) => {
  const query = parseInput({ input: TrendingSchema }, c.req.query())
  const { page = 1, per_page: perPage = PER_PAGE.usual, format_filter: formats = [] } = query
  const max = maxRating(query)
  const items = (await recentItems(c, type, customer)).filter(({ rating }) => isWithinRating(rating, max))
  const end = page * perPage
  const data = await present(c, items.slice(end - perPage, end), type, formats)
  return replyJson(c, listBody(data, page, perPage, items.length > end), 200)
}

const forget: Handle = async (c, type, { customer = '' }) => {
  await dropRecent(c, type, customer)
  return done(c)
}

const done = (c: AppContext): Response => replyJson(c, { result: true }, 200)

// The body names the customer and the search.
const counted =
  (action: 'SHARE' | 'SEEN'): Handle =>
  async (c, type, { slug = '' }) => {
    const ids: string[] = []
    const find = async () => {
      const found = await findItem(c, type, slug)
      ids.push(found.item.id)
      return found
    }
    await countAct(c, find, action)
    for (const id of ids) await noteRecent(c, type, id)
    return done(c)
  }

const ReportSchema = v.object({
  reason: v.pipe(v.string('reason is required'), v.trim(), v.minLength(1, 'reason is required')),
})

/** A reason of our list by the client's own word; of any other the moderators read the words. */
function toReport(reason: string) {
  const known = REPORT_REASONS.find((each) => each === reason.toLowerCase())
  return known
    ? { reason: known }
    : { reason: 'other', additional_info: reason.slice(0, REPORT_TEXT_MAX).toWellFormed() }
}

/** No one is signed in here, even with cookies. */
const NONE = {
  session: undefined,
  known: undefined,
  begun: undefined,
  cookie: undefined,
  csrf: undefined,
  token: undefined,
  password: undefined,
} as const

/** Reports an item to the embedded site's moderators, as often as a visitor of the report page may. */
const report: Handle = async (c, type, { slug = '' }) => {
  const { site } = c.get('services').upstreams
  if (!site.hasOwnCalls) throw new AppError('not-implemented', 'Reports are not taken here')
  // Without a database `admit` refuses every report: an unknown item is a 404 all the same.
  if (!site.transport) await findItem(c, type, slug)
  const call = ownSiteCalls.report
  const found = { name: 'report', call, params: {} }
  const caller = await admit(c, found, { isWrite: true, credentials: NONE })
  const { item } = await findItem(c, type, slug)
  try {
    const { fields } = await readBody(c.req.raw, { encoding: 'form' })
    const { reason } = parseInput({ input: ReportSchema }, fields)
    const input = parseInput(call, { gif: item.id, anonymous: 1, ...toReport(reason) })
    await sendCall(c, found, caller, { input })
    return done(c)
  } finally {
    releaseBody(c.req.raw)
  }
}

/** What KLIPY has below a type; acts have two orders (`docs/wire.md`, KLIPY v1). */
const TABLE = new MethodTable<Handle>()
TABLE.add('GET', '/trending', trending)
TABLE.add('GET', '/search', search)
TABLE.add('GET', '/categories', categories)
TABLE.add('GET', '/recent/:customer', recent)
TABLE.add('DELETE', '/recent/:customer', forget)
for (const [name, act] of Object.entries({ share: counted('SHARE'), view: counted('SEEN'), report })) {
  TABLE.add('POST', `/${name}/:slug`, act)
  TABLE.add('POST', `/:slug/${name}`, act)
}
TABLE.add('GET', '/:slug', item)

const OPTIONS = preflight('GET, POST, DELETE', CLIENT_HEADERS)

/** A handler of what a key has; an address of the site's own goes on to it. */
const ofKey =
  (handle: (c: AppContext) => Response | Promise<Response>) =>
  async (c: AppContext, next: Next): Promise<Response | undefined> => {
    if (SITE_WORDS.has(c.req.param('key') ?? '')) {
      await next()
      return undefined
    }
    // The class is known by now alone: whose address it is, the catalogue says.
    c.set('responseClass', 'klipy')
    if (c.req.method === 'OPTIONS') return OPTIONS(c)
    return asPartner(c, c.req.param('key'), async () => handle(c))
  }

/** `/api/v1/{key}/{type}/…`. */
export const klipy = ofKey((c) => {
  // '', api, v1, the key, the type
  const path = `/${c.req.path.split('/').slice(5).join('/')}`
  const matches = TABLE.match(path)
  const wanted = c.req.method === 'HEAD' ? 'GET' : c.req.method
  const match = matches.find(({ method }) => method === wanted)
  if (!match) throw refusal(matches, 'There is nothing at this address')
  return match.target(c, c.req.param('type') as KlipyType, match.params)
})

/** `/api/v1/{key}/health-check`. */
export const healthCheck = ofKey((c) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw refusal([{ method: 'GET' }], '')
  return replyJson(c, { result: true }, 200)
})
