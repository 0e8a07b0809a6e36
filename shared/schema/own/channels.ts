import * as v from 'valibot'
import { AbsoluteUrl, FilledText, NaturalNumber } from '../vocabulary.ts'
import { OwnGif, OwnUser } from './answers.ts'

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
