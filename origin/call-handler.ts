import type { D1Database } from '@cloudflare/workers-types'
import type { CallInput, ProviderReadName } from '../shared/calls/provider.ts'
import { PROVIDER_PAGE } from '../shared/limits.ts'
import type { Actor } from '../shared/server/origin.ts'
import { type GifJson, gifJson } from './json/gif-json.ts'
import type { FindNeighbours } from './neighbours/find-neighbours.ts'
import { findGifs, type GifRow } from './queries/gifs.ts'
import type { SearchData } from './search/data/search-data.ts'
import { can } from './site/actor.ts'
import type { IdPage, PageWindow, PartInput } from './sql.ts'

/** What a handler knows of its request. */
export type CallContext = {
  db: D1Database
  publicUrl: string
  call: ProviderReadName
  actor: Actor
  nowMs: number
  /** The response's own id, which its entries may repeat. */
  responseId: string
  /** Writes the `analytics_response_payload` of an item or term. */
  payloadOf: (id: string) => Promise<string>
  /** The tables of words, loaded by the first search. */
  searchData: () => SearchData | Promise<SearchData>
  /** Takes work that the response does not wait for. */
  defer: (work: Promise<unknown>) => void
  /** Undefined where nothing finds by meaning. */
  neighbours?: FindNeighbours | undefined
}

type Pagination = { total_count: number; count: number; offset: number }

/** A response without its `meta`, but for the words that were searched where they are not those that were typed. */
export type CallResult = { data: unknown; pagination?: Pagination; searched_for?: string | undefined }

/** One handler per call. */
export type CallHandlers<N extends ProviderReadName = ProviderReadName> = {
  [Name in N]: (context: CallContext, input: CallInput<Name>) => Promise<CallResult>
}

/** A call's paging with its defaults. No list reaches beyond `maxOffset` items, so that paging always ends. */
export function pageOf(
  { limit = PROVIDER_PAGE.limit, offset = 0 }: PartInput,
  max: number = PROVIDER_PAGE.maxOffset,
): PageWindow {
  return { limit: Math.max(Math.min(limit, max - offset), 0), offset }
}

/** `total_count` as far as a client may page. */
export const pagination = (
  total: number,
  count: number,
  { offset }: PageWindow,
  max: number = PROVIDER_PAGE.maxOffset,
) => ({
  total_count: Math.min(total, max),
  count,
  offset,
})

/** An item in GIPHY's shape. */
export const toGifJson = async ({ publicUrl, payloadOf }: CallContext, row: GifRow): Promise<GifJson> =>
  gifJson(row, { publicUrl, payload: await payloadOf(row.id) })

/** Whether who calls may see an item. Of most calls the Worker does not say who that is: then it is a visitor. */
export const isSeen = ({ actor }: CallContext, row: GifRow): boolean =>
  can(actor, 'see', { user_id: row.user?.id ?? null, isHidden: row.is_hidden })

/** The items of these ids in GIPHY's shape, in order; removed ones, and hidden ones of others, are left out. */
export async function gifsJson(context: CallContext, ids: string[]): Promise<GifJson[]> {
  return rowsJson(context, await findGifs(context.db, ids))
}

/** These items in GIPHY's shape, likewise. */
export const rowsJson = (context: CallContext, rows: readonly GifRow[]): Promise<GifJson[]> =>
  Promise.all(
    rows.filter((row) => !row.is_removed && isSeen(context, row)).map((row) => toGifJson(context, row)),
  )

/** A page of items as a result. */
export async function gifPage(
  context: CallContext,
  { total, ids }: IdPage,
  page: PageWindow,
  max?: number,
): Promise<CallResult> {
  const data = await gifsJson(context, ids)
  return { data, pagination: pagination(total, data.length, page, max) }
}
