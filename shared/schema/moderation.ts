import * as v from 'valibot'
import { AnyId, Line, listOf, Text, Whole } from './text.ts'

/** §3 Moderation batch job: `assigned` until its action is set (§4). */
export const BatchJobSchema = v.object({
  id: Text,
  job_id: AnyId,
  user_id: Text,
  action: Text,
  gif_ids: listOf(v.string()),
  /** Those that are not decided yet; a site elsewhere may not tell. */
  waiting: v.optional(listOf(v.string())),
})

export const LeaderboardRowSchema = v.object({ user_id: Text, username: Line, count: Whole })

/** A GIF after a moderator's decision. */
export const ModeratedSchema = v.object({ gif_id: Text, action: Text, rating: Text })

/** The result of a takedown request, per GIF. */
export const TakedownResponseSchema = v.object({
  takedowns: listOf(v.object({ gif_id: AnyId, reason: Text, status: Text })),
})
