import * as v from 'valibot'
import { OwnId } from './answers.ts'

/** An item as its owner sees it, also while it is hidden, with how far its renditions are (`uploads`). */
export const OwnItem = v.strictObject({
  id: OwnId,
  title: v.string(),
  alt_text: v.string(),
  type: v.picklist(['gif', 'sticker', 'text', 'video']),
  tags: v.array(v.string()),
  rating: v.picklist(['y', 'g', 'pg', 'pg-13', 'r']),
  source_post_url: v.string(),
  is_hidden: v.boolean(),
  is_indexable: v.boolean(),
  create_datetime: v.string(),
  state: v.picklist(['queued', 'working', 'done', 'failed', 'cancelled']),
  /** Why there are no more renditions. */
  reason: v.string(),
  /** A small file to know it by; null where even that is large. */
  thumbnail: v.nullable(
    v.strictObject({ url: v.pipe(v.string(), v.url()), kind: v.picklist(['still', 'moving', 'film']) }),
  ),
})
export type OwnItem = v.InferOutput<typeof OwnItem>
