import * as v from 'valibot'
import { GifSchema } from './gif.ts'
import { AnyId, Flag, Line, lenient, listOf, Text, Whole } from './text.ts'
import { UserSchema } from './user.ts'

/** A channel's slug: letters, digits, dashes; never digits alone: those are a channel's number. */
export const CHANNEL_SLUG = /^(?!\d+$)[A-Za-z0-9_-]{1,64}$/

/** §3 A tag with its rank in a channel. */
export const RankedTagSchema = v.object({ id: AnyId, channel: Text, tag: Line, rank: Whole })

/** §3 A tag whose GIFs join a channel automatically. */
export const MagicTagSchema = v.object({ id: AnyId, channel: Text, tag: Line })

/** §3 Channel. `parent` is '' for a root channel. */
export const ChannelSchema = v.object({
  id: AnyId,
  parent: Text,
  position: Whole,
  target_channel: Text,
  slug: Text,
  display_name: Line,
  short_display_name: Line,
  description: Line,
  is_visible: v.optional(Flag, true),
  has_children: Flag,
  user: lenient(UserSchema),
  featured_gif: lenient(GifSchema),
  ranked_tags: listOf(RankedTagSchema),
  magic_tags: listOf(MagicTagSchema),
})
export type Channel = v.InferOutput<typeof ChannelSchema>

/** A GIF's membership in a channel. */
export const ChannelGifSchema = v.object({ id: Text, channel: Text, gif: Text })
