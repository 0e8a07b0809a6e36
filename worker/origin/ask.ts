import type { D1Database } from '@cloudflare/workers-types'
import type { CallInput, ProviderCallName } from '../../shared/calls/provider.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { type GifJson, gifJson } from './json/gif-json.ts'
import { findGifs } from './queries/gifs.ts'
import type { IdPage, Page } from './queries/page.ts'

/** The calls that only read. */
export type ReadCall = Exclude<ProviderCallName, 'setCta' | 'deleteCta'>

/** Who answers a call, for whom, and when. */
export type Ask = {
  db: D1Database
  publicUrl: string
  call: ReadCall
  nowMs: number
  /** Takes work that nobody waits for. */
  defer: (work: Promise<unknown>) => void
}

type Pagination = { total_count: number; count: number; offset: number }

/** What an answer says beside its `meta`. */
export type Answer = { data: unknown; pagination?: Pagination }

/** One answer function per call. */
export type Answers<N extends ReadCall = ReadCall> = {
  [Name in N]: (ask: Ask, input: CallInput<Name>) => Promise<Answer>
}

type PageInput = { limit?: number | undefined; offset?: number | undefined }

/** A call's paging with its defaults. No list reaches beyond `maxOffset` items, so that paging always ends. */
export function pageOf(
  { limit = PROVIDER_PAGE.limit, offset = 0 }: PageInput,
  max: number = PROVIDER_PAGE.maxOffset,
): Page {
  return { limit: Math.max(Math.min(limit, max - offset), 0), offset }
}

/** `total_count` as far as a client may page. */
export const pagination = (
  total: number,
  count: number,
  { offset }: Page,
  max: number = PROVIDER_PAGE.maxOffset,
) => ({
  total_count: Math.min(total, max),
  count,
  offset,
})

/** The items of these ids in GIPHY's shape, in order; those taken down meanwhile are left out. */
export async function gifsJson(ask: Ask, ids: string[]): Promise<GifJson[]> {
  const rows = await findGifs(ask.db, ids)
  return rows.filter((row) => !row.is_removed).map((row) => gifJson(row, ask))
}

/** A page of items as an answer. */
export async function gifPage(ask: Ask, { total, ids }: IdPage, page: Page, max?: number): Promise<Answer> {
  const data = await gifsJson(ask, ids)
  return { data, pagination: pagination(total, data.length, page, max) }
}
