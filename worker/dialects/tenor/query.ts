import * as v from 'valibot'
import { parseInput } from '../../../shared/calls/call.ts'
import { optionalField, Query, WholeNumber } from '../../../shared/calls/fields.ts'
import { InputError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { placeInList } from '../../../shared/list-window.ts'
import { own } from '../../../shared/own.ts'
import { clampedCount, contentFilter, knownWords, Locale } from '../filters.ts'
import { FORMAT_NAMES, type FormatName, SETS } from './result.ts'

/** Characters of a cursor: an address has no more (`worker/http/every-request.ts`). */
const CURSOR_MAX = 16_384

const BASE64URL = /^[\w-]+$/

/** The fields of a request as text. */
type Fields = Record<string, string>

/**
 * Writes the `next` of a page: the request that gives the page behind it. Some clients send nothing else of it back
 * (`docs/wire.md`, Know first 8). It is not signed: it can ask for nothing that a query cannot.
 */
export function writeCursor(fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  return btoa(String(query)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Whether a text says anything: clients also send what their language prints for nothing. */
const isSaid = (text: string | undefined): text is string =>
  text !== undefined && !['', 'undefined', 'null'].includes(text)

/** The fields of a `pos`; none for the first page, which clients also call `0`. @throws InputError for any other text */
function readCursor(pos: string | undefined): Fields {
  if (!isSaid(pos) || pos === '0') return {}
  if (pos.length > CURSOR_MAX || !BASE64URL.test(pos)) throw brokenCursor()
  try {
    return Object.fromEntries(new URLSearchParams(atob(pos.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    throw brokenCursor()
  }
}

function brokenCursor(): InputError {
  const message = 'pos must be the next of the page before'
  return new InputError(message, { pos: message })
}

export const DEFAULT_LIMIT = 20
export const ResultLimit = clampedCount('limit', { min: 1, max: PROVIDER_PAGE.maxLimit })

type SetName = keyof typeof SETS
const SET_NAMES = Object.keys(SETS) as SetName[]
const isSet = (word: string): word is SetName => Object.hasOwn(SETS, word)

/** Undefined is all. Of words that we do not know none is left. */
export const MediaFilter = v.pipe(
  knownWords([...FORMAT_NAMES, ...SET_NAMES]),
  v.transform((words): readonly FormatName[] | undefined =>
    words?.flatMap((word): readonly FormatName[] => (isSet(word) ? SETS[word] : [word])),
  ),
)

const AR_RANGES = ['all', 'wide', 'standard'] as const

const KINDS = /^(sticker|static|-static)(,(sticker|static|-static)){0,2}$/

/** `sticker,static` are stickers that stand still, `sticker,-static` those that move. */
const SearchFilter = optionalField(
  v.pipe(
    v.string(),
    v.transform((filter) => filter.toLowerCase().replaceAll(' ', '')),
    v.regex(KINDS, 'searchfilter must be sticker, sticker,static or sticker,-static'),
    v.transform((filter) => filter.split(',')),
  ),
)

const Flag = optionalField(
  v.pipe(
    v.string(),
    v.transform((flag) => flag.toLowerCase()),
    v.picklist(['true', 'false', '1', '0'], 'random must be true or false'),
    v.transform((flag) => flag === 'true' || flag === '1'),
  ),
)

const entries = {
  searchfilter: SearchFilter,
  contentfilter: contentFilter('contentfilter'),
  media_filter: MediaFilter,
  ar_range: optionalField(v.picklist(AR_RANGES, `ar_range must be one of ${AR_RANGES.join(', ')}`)),
  locale: Locale,
  limit: ResultLimit,
  random: Flag,
}

const FeaturedSchema = v.object(entries)
const SearchSchema = v.object({ ...entries, q: Query })

/** What a cursor says besides the query: whose it is, where the page begins, and the order of a random list. */
const CursorSchema = v.object({
  of: v.picklist(['search', 'featured']),
  at: v.pipe(
    WholeNumber('pos'),
    v.minValue(1),
    v.check((at) => (placeInList(at)?.offset ?? Infinity) <= PROVIDER_PAGE.maxOffset),
  ),
  seed: v.optional(v.pipe(WholeNumber('pos'), v.minValue(0))),
})

export type PageQuery = v.InferOutput<typeof FeaturedSchema> & { q?: string }

/** A page of search or featured: its query, where it begins, and the fields that the next page's cursor repeats. */
export type TenorPage = { query: PageQuery; at: number; seed: number | undefined; fields: Fields }

/** A request for a page; its own words count before those of its `pos`. @throws InputError, AppError 'query-too-long' */
export function readPageQuery(of: 'search' | 'featured', raw: Fields): TenorPage {
  const cursor = readCursor(raw.pos)
  const place = cursorOf(of, cursor)
  const said = Object.fromEntries(Object.entries(raw).filter(([, text]) => isSaid(text)))
  const merged: Fields = { ...cursor, ...said }
  const input = of === 'search' ? SearchSchema : FeaturedSchema
  const query: PageQuery = parseQuery(input, merged, raw)
  const fields = Object.fromEntries(
    Object.keys(input.entries).flatMap((name) => {
      const text = own(merged, name)
      return text === undefined ? [] : [[name, text]]
    }),
  )
  // In our own words, which are few. `gif` is always there.
  if (query.media_filter) fields.media_filter = query.media_filter.join() || 'gif'
  return { query, fields, ...place }
}

function cursorOf(of: string, cursor: Fields): { at: number; seed: number | undefined } {
  if (Object.keys(cursor).length === 0) return { at: 0, seed: undefined }
  const result = v.safeParse(CursorSchema, cursor)
  if (!result.success || result.output.of !== of) throw brokenCursor()
  const { at, seed } = result.output
  return { at, seed }
}

/** What is wrong with a field that its cursor alone says is wrong with the cursor. */
function parseQuery<S extends typeof FeaturedSchema | typeof SearchSchema>(
  input: S,
  merged: Fields,
  raw: Fields,
): v.InferOutput<S> {
  try {
    return parseInput({ input: input as never }, merged) as v.InferOutput<S>
  } catch (error) {
    const wrong = error instanceof InputError ? Object.keys(error.detail) : []
    const isOfCursor = (name: string) => own(merged, name) !== undefined && !isSaid(own(raw, name))
    throw wrong.length > 0 && wrong.every(isOfCursor) ? brokenCursor() : error
  }
}
