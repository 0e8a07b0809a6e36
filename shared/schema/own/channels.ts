import * as v from 'valibot'
import { OwnCount, OwnGif, OwnId, OwnUser } from './answers.ts'

const Url = v.pipe(v.string(), v.url())

/** Ranks begin at 1 and have no gaps. */
export const OwnRankedTag = v.strictObject({ id: OwnId, channel: OwnId, tag: OwnId, rank: OwnCount })

/** `is_filled`: the items that had the tag before are in the channel. */
export const OwnMagicTag = v.strictObject({ id: OwnId, channel: OwnId, tag: OwnId, is_filled: v.boolean() })

/** `parent` is '' for a root channel; positions begin at 0 and have no gaps. */
export const OwnChannel = v.strictObject({
  id: OwnId,
  parent: v.string(),
  position: OwnCount,
  slug: OwnId,
  display_name: OwnId,
  short_display_name: v.string(),
  description: v.string(),
  is_visible: v.boolean(),
  has_children: v.boolean(),
  gif_count: OwnCount,
  url: Url,
  user: v.nullable(OwnUser),
  featured_gif: v.nullable(OwnGif),
  ranked_tags: v.array(OwnRankedTag),
  magic_tags: v.array(OwnMagicTag),
})

/** `next_max_id` is the `max_id` of the next page, '' on the last. */
export const OwnChannelGifs = v.strictObject({
  data: v.array(OwnGif),
  pagination: v.strictObject({ total_count: OwnCount, count: OwnCount, offset: OwnCount }),
  meta: v.strictObject({ status: v.number(), msg: v.string(), response_id: OwnId }),
  next: v.union([v.literal(''), Url]),
  next_max_id: v.string(),
})

/** A GIF's entry in a channel. */
export const OwnChannelGif = v.strictObject({ id: OwnId, channel: OwnId, gif: OwnId })
