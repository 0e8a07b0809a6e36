import * as v from 'valibot'
import { FilledText, IsoTime, NaturalNumber } from '../vocabulary.ts'

/** A GIF after a moderator's decision. */
export const OwnModerated = v.strictObject({ gif_id: FilledText, action: FilledText, rating: FilledText })

/**
 * §3 A moderator's part of a job: `gif_ids` as they were assigned, `waiting` those that are not decided yet. `action` is
 * 'assigned', a decision of all of them, 'done' where they were decided one by one, 'expired' or 'undone'.
 */
export const OwnBatch = v.strictObject({
  id: FilledText,
  job_id: v.picklist(['uploads', 'reports']),
  user_id: FilledText,
  action: FilledText,
  gif_ids: v.array(FilledText),
  waiting: v.array(FilledText),
  created_at: IsoTime,
  expires_at: IsoTime,
})

export const OwnLeader = v.strictObject({ user_id: FilledText, username: FilledText, count: NaturalNumber })
