import * as v from 'valibot'
import {
  AbsoluteUrl,
  FilledText,
  ItemRating,
  ItemTypeName,
  NaturalNumber,
  UploadStateName,
} from '../vocabulary.ts'

/** An item as its owner sees it, also while it is hidden, with how far its renditions are (`uploads`). */
export const OwnItem = v.strictObject({
  id: FilledText,
  title: v.string(),
  alt_text: v.string(),
  type: ItemTypeName,
  tags: v.array(v.string()),
  rating: ItemRating,
  source_post_url: v.string(),
  is_hidden: v.boolean(),
  is_indexable: v.boolean(),
  create_datetime: v.string(),
  state: UploadStateName,
  /** Why there are no more renditions. */
  reason: v.string(),
  /** A small file to know it by; null where even that is large. */
  thumbnail: v.nullable(v.strictObject({ url: AbsoluteUrl, kind: v.picklist(['still', 'moving', 'film']) })),
})
export type OwnItem = v.InferOutput<typeof OwnItem>

/** An item as staff see it: whose it is, and where it leads to. Each is '' for none. */
export const LibraryItem = v.strictObject({
  ...OwnItem.entries,
  username: v.string(),
  cta_link: v.string(),
  cta_text: v.string(),
})
export type LibraryItem = v.InferOutput<typeof LibraryItem>

/** A page of all items. `count` is how many there are where `is_exact`, else at least that many. */
export const LibraryPage = v.strictObject({
  results: v.array(LibraryItem),
  count: NaturalNumber,
  is_exact: v.boolean(),
})
export type LibraryPage = v.InferOutput<typeof LibraryPage>

/** What staff filter all items by. */
export const LIBRARY_STATES = ['hidden', 'unlisted', 'failed'] as const

const { title, alt_text, tags, rating, source_post_url, is_indexable } = OwnItem.entries

/** What somebody has seen of an item before they changed it. */
export const SeenItem = v.partial(
  v.strictObject({ title, alt_text, tags, rating, source_post_url, is_indexable }),
)
export type SeenItem = v.InferOutput<typeof SeenItem>
