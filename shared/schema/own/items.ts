import * as v from 'valibot'
import { OwnCount, OwnId } from './answers.ts'
import { OwnLanguageTags } from './gif-pages.ts'

const Rating = v.picklist(['y', 'g', 'pg', 'pg-13', 'r'])

/** §3 What is known of an item; `source` and `create_datetime` are '' where nobody knows. */
export const OwnMetadata = v.strictObject({
  id: OwnId,
  title: v.string(),
  source: v.string(),
  rating: Rating,
  tags: v.array(OwnId),
  view_count: OwnCount,
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
  results: v.array(v.strictObject({ tag: OwnId, count: OwnCount })),
  count: OwnCount,
  next: v.string(),
})

/** An edit by key, as it was asked for. */
export const OwnChange = v.strictObject({ gif_id: OwnId, key: OwnId, value: v.string() })

/** The provider's envelope, with nothing in it. */
export const OwnDone = v.strictObject({
  data: v.strictObject({}),
  meta: v.strictObject({ status: OwnCount, msg: OwnId, response_id: OwnId }),
})

/** A page of GIFs in the provider's envelope; their own shape is the provider's. */
export const OwnGifPage = v.strictObject({
  data: v.array(v.unknown()),
  pagination: v.strictObject({ total_count: OwnCount, count: OwnCount, offset: OwnCount }),
  meta: v.strictObject({ status: OwnCount, msg: OwnId, response_id: OwnId }),
})
