import * as v from 'valibot'
import { AbsoluteUrl, FilledText, IsoTime, NaturalNumber } from '../vocabulary.ts'
import { OwnGif, OwnUser } from './items.ts'

/** Ranks begin at 1 and have no gaps. */
export const OwnRankedTag = v.strictObject({
  id: FilledText,
  channel: FilledText,
  tag: FilledText,
  rank: NaturalNumber,
})

/** `is_filled`: the items that had the tag before are in the channel. */
export const OwnMagicTag = v.strictObject({
  id: FilledText,
  channel: FilledText,
  tag: FilledText,
  is_filled: v.boolean(),
})

/** `parent` is '' for a root channel; positions begin at 0 and have no gaps. */
export const OwnChannel = v.strictObject({
  id: FilledText,
  parent: v.string(),
  position: NaturalNumber,
  slug: FilledText,
  display_name: FilledText,
  short_display_name: v.string(),
  description: v.string(),
  is_visible: v.boolean(),
  has_children: v.boolean(),
  gif_count: NaturalNumber,
  url: AbsoluteUrl,
  user: v.nullable(OwnUser),
  featured_gif: v.nullable(OwnGif),
  ranked_tags: v.array(OwnRankedTag),
  magic_tags: v.array(OwnMagicTag),
})

/** `next_max_id` is the `max_id` of the next page, '' on the last. */
export const OwnChannelGifs = v.strictObject({
  data: v.array(OwnGif),
  pagination: v.strictObject({ total_count: NaturalNumber, count: NaturalNumber, offset: NaturalNumber }),
  meta: v.strictObject({ status: v.number(), msg: v.string(), response_id: FilledText }),
  next: v.union([v.literal(''), AbsoluteUrl]),
  next_max_id: v.string(),
})

/** A GIF's entry in a channel. */
export const OwnChannelGif = v.strictObject({ id: FilledText, channel: FilledText, gif: FilledText })

/** What the items of a content block are: none, GIFs, channels, or the words of searches. */
export const BLOCK_KINDS = ['text', 'gifs', 'channels', 'searches'] as const

/** `item_count` counts the items that are gone too. */
export const OwnBlock = v.strictObject({
  id: FilledText,
  token: FilledText,
  kind: v.picklist(BLOCK_KINDS),
  title: v.string(),
  body: v.string(),
  items: v.array(v.union([FilledText, OwnGif, OwnChannel])),
  item_count: NaturalNumber,
  updated_at: IsoTime,
})

/** A block as staff write it: `items` are ids or words, those that are hidden by now too. */
export const OwnBlockRow = v.strictObject({
  ...OwnBlock.entries,
  items: v.array(FilledText),
})
export type OwnBlockRow = v.InferOutput<typeof OwnBlockRow>

export const OwnArtist = v.strictObject({ name: FilledText })

/** What the list of searches is sorted by. */
export const SEARCH_SORTS = ['count', 'recent', 'term'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** What a page of the searches is asked for by. */
export type SearchListing = {
  q: string
  sort: SearchSort
  order: 'asc' | 'desc'
  /** What terms find: those that find nothing, of the first of the list. */
  found?: 'nothing' | undefined
  limit: number
  offset: number
}

/** What was searched for, how often, the hour of the last time, and how many GIFs it finds, up to four. `count` of the list: at least so many. */
export const OwnSearches = v.strictObject({
  results: v.array(
    v.strictObject({
      term: FilledText,
      count: NaturalNumber,
      searched_at: IsoTime,
      items: NaturalNumber,
    }),
  ),
  count: NaturalNumber,
  is_exact: v.boolean(),
})
export type SearchRow = v.InferOutput<typeof OwnSearches>['results'][number]
/** As the file of all has them. */
export type FileRow = Omit<SearchRow, 'items'> & { items?: undefined }
