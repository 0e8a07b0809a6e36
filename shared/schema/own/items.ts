import * as v from 'valibot'
import { FilledText, ItemRating, NaturalNumber } from '../vocabulary.ts'
import { OwnLanguageTags } from './gif-pages.ts'

/** §3 What is known of an item; `source` and `create_datetime` are '' where nobody knows. */
export const OwnMetadata = v.strictObject({
  id: FilledText,
  title: v.string(),
  source: v.string(),
  rating: ItemRating,
  tags: v.array(FilledText),
  view_count: NaturalNumber,
  create_datetime: v.string(),
})

export const OwnExtendedMetadata = v.strictObject({
  ...OwnMetadata.entries,
  username: v.string(),
  is_hidden: v.boolean(),
  is_indexable: v.boolean(),
  is_removed: v.boolean(),
  languages: v.array(OwnLanguageTags),
})

/** `next` is '': there is one page. */
export const OwnTagCounts = v.strictObject({
  results: v.array(v.strictObject({ tag: FilledText, count: NaturalNumber })),
  count: NaturalNumber,
  next: v.string(),
})

/** An edit by key, as it was asked for. */
export const OwnChange = v.strictObject({ gif_id: FilledText, key: FilledText, value: v.string() })

/** The provider's envelope, with nothing in it. */
export const OwnDone = v.strictObject({
  data: v.strictObject({}),
  meta: v.strictObject({ status: NaturalNumber, msg: FilledText, response_id: FilledText }),
})

/** A page of GIFs in the provider's envelope; their own shape is the provider's. */
export const OwnGifPage = v.strictObject({
  data: v.array(v.unknown()),
  pagination: v.strictObject({ total_count: NaturalNumber, count: NaturalNumber, offset: NaturalNumber }),
  meta: v.strictObject({ status: NaturalNumber, msg: FilledText, response_id: FilledText }),
})
