import * as v from 'valibot'
import { OwnCount, OwnId } from './answers.ts'

const Time = v.pipe(v.string(), v.isoTimestamp())

/** A GIF after a moderator's decision. */
export const OwnModerated = v.strictObject({ gif_id: OwnId, action: OwnId, rating: OwnId })

/**
 * §3 A moderator's part of a job: `gif_ids` as they were assigned, `waiting` those that are not decided yet. `action` is
 * 'assigned', a decision of all of them, 'done' where they were decided one by one, 'expired' or 'undone'.
 */
export const OwnBatch = v.strictObject({
  id: OwnId,
  job_id: v.picklist(['uploads', 'reports']),
  user_id: OwnId,
  action: OwnId,
  gif_ids: v.array(OwnId),
  waiting: v.array(OwnId),
  created_at: Time,
  expires_at: Time,
})

export const OwnLeader = v.strictObject({ user_id: OwnId, username: OwnId, count: OwnCount })
