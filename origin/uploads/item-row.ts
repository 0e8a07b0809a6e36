import { filmOf } from '../../shared/calls/film-address.ts'
import type { ItemType, Rating } from '../../shared/schema/choices.ts'
import type { ExternalMedia } from '../../shared/schema/gif.ts'
import { DAY_MS } from '../../shared/time.ts'
import { heatOf } from '../heat.ts'
import { filmColumns, typeColumns } from '../item-type.ts'

const SLUG_MAX = 80

/** The words of a page's address: `Happy cat!` is `happy-cat`. */
export function titleSlug(title: string): string {
  const plain = title.slice(0, SLUG_MAX).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (
    plain
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
      .join('-') || 'clip'
  )
}

/** The weight of a new item: above items without views, below popular ones. */
export const WEIGHT_OF_NEW = 10
/** Items with less weight have never been trending. */
const TRENDED = 60
const NEVER = '0000-00-00 00:00:00'

/** `2026-11-21 22:00:00`, as GIPHY writes times. */
export const providerTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** What is said of a new item; what is left out has its default. */
export type ItemWords = {
  id: string
  type: ItemType
  title?: string | undefined
  alt_text?: string | undefined
  tags?: readonly string[] | undefined
  rating?: Rating | undefined
  source_post_url?: string | undefined
  film_url?: string | undefined
  film_start?: number | undefined
  slug?: string | undefined
  import_datetime?: string | undefined
  weight?: number | undefined
}

/** The columns that change where an item is stored again: its words. */
export const wordColumns = (words: ItemWords, owner: string | null) => {
  const { title = '', alt_text = '', tags = [], rating = 'g', source_post_url: source = '', type } = words
  const film: ExternalMedia | undefined = words.film_url
    ? filmOf(words.film_url, words.film_start)
    : undefined
  return {
    user_id: owner,
    slug: words.slug ?? titleSlug(title),
    title,
    alt_text,
    ...typeColumns(type),
    rating,
    tags,
    source,
    ...filmColumns(film ?? null),
  }
}

/** The row of a new item, for all ways that one comes by: an upload, `ingest`, the demo library. */
export function itemRow(
  words: ItemWords,
  { frames, durationMs }: { frames: number; durationMs: number },
  { owner, nowMs }: { owner: string | null; nowMs: number },
) {
  const { weight = WEIGHT_OF_NEW, import_datetime = providerTime(nowMs) } = words
  return {
    id: words.id,
    ...wordColumns(words, owner),
    frames,
    import_datetime,
    trending_datetime: weight >= TRENDED ? import_datetime : NEVER,
    duration_ms: Math.min(durationMs, Number.MAX_SAFE_INTEGER),
    // A library that is loaded twice in a day has one order.
    heat: heatOf(weight, words.weight === undefined ? nowMs : nowMs - (nowMs % DAY_MS)),
    is_new: words.import_datetime === undefined,
  }
}
