import * as v from 'valibot'
import { FilledText, IsoTime, NaturalNumber } from '../vocabulary.ts'
import { OwnGif } from './answers.ts'
import { OwnChannel } from './channels.ts'

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

export const OwnArtist = v.strictObject({ name: FilledText })

/** What the list of searches is sorted by. */
export const SEARCH_SORTS = ['count', 'recent', 'term'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** What was searched for, how often, and the hour of the last time. `count` of the list: at least so many. */
export const OwnSearches = v.strictObject({
  results: v.array(
    v.strictObject({
      term: FilledText,
      count: NaturalNumber,
      searched_at: IsoTime,
    }),
  ),
  count: NaturalNumber,
  is_exact: v.boolean(),
})
export type SearchRow = v.InferOutput<typeof OwnSearches>['results'][number]
