import * as v from 'valibot'
import { GifSchema } from './gif.ts'
import { AnyId, Flag, Line, lenient, linesOf, listOf, Text, Url, Whole } from './text.ts'
import { UserSchema } from './user.ts'

/** §3 Story. Without a `publish_datetime` it is not published (§4). */
export const StorySchema = v.object({
  story_id: AnyId,
  slug: Text,
  title: Line,
  caption: linesOf(2000),
  username: Line,
  publish_datetime: Text,
  is_published: Flag,
  tags: listOf(v.string()),
  gif_count: Whole,
  url: Url,
  cover_gif: lenient(GifSchema),
  gifs: listOf(GifSchema),
  user: lenient(UserSchema),
})
export type Story = v.InferOutput<typeof StorySchema>

/** §3 Trending story: a story and its publication time. */
export const TrendingStorySchema = v.object({
  id: Text,
  story_id: AnyId,
  publish_datetime: Text,
  story: lenient(StorySchema),
})

/** §3 Scheduled GIF entry. `timestamp` is seconds since 1970, or a date, in the scheduler's format. */
export const ScheduledGifSchema = v.object({ id: AnyId, is_sticker: Flag, type: Text, timestamp: Text })

/** A change of the schedule. */
export const SchedulerActivitySchema = v.object({
  id: Text,
  action: Text,
  username: Line,
  timestamp: Text,
  gifs: listOf(ScheduledGifSchema),
})
