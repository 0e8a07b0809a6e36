import * as v from 'valibot'
import { Acknowledged, many } from '../../schema/many.ts'
import {
  BatchJobSchema,
  LeaderboardRowSchema,
  ModeratedSchema,
  TakedownAnswerSchema,
} from '../../schema/moderation.ts'
import { given } from '../fields.ts'
import { Bit, Name, RecordId, WordList, Words, YesNo } from '../site-fields.ts'
import { siteCall } from './site-call.ts'

const BATCHES = '/api/v1/moderation/gif-batch-actions/'
const MAX_TAKEDOWNS = 100

/** §7 Moderation: GIFs, takedowns, reports of searches, batches. */
export const moderationCalls = {
  // Its form is not shown: what is done, why, and the rating it gets.
  moderateGif: siteCall({
    method: 'POST',
    path: '/api/v1/gifs/:id/moderation',
    sends: 'form',
    auth: 'session+csrf',
    input: v.object({
      id: RecordId,
      action: given(Name),
      rating: given(v.picklist(['y', 'g', 'pg', 'pg-13', 'r'], 'must be one of g, pg, pg-13, r')),
      reason: given(Words(500)),
      note: given(Words(2000)),
    }),
    answer: ModeratedSchema,
  }),
  takedown: siteCall({
    method: 'POST',
    path: '/api/v3/content-takedown/takedown',
    sends: 'json',
    auth: 'session+csrf',
    input: v.object({
      takedowns: v.pipe(
        v.array(v.object({ gif_id: RecordId, reason: Words(500) }), 'must be a list of gif_id and reason'),
        v.minLength(1, 'must hold at least one GIF'),
        v.maxLength(MAX_TAKEDOWNS, `must hold at most ${MAX_TAKEDOWNS} GIFs`),
      ),
      send_email: v.optional(YesNo, false),
      note: given(Words(2000)),
    }),
    answer: TakedownAnswerSchema,
  }),
  reportSearch: siteCall({
    method: 'POST',
    path: '/ajax/report-search',
    sends: 'form',
    auth: 'csrf',
    input: v.object({
      reasons: WordList,
      anonymous: v.optional(Bit),
      additional_info: given(Words(2000)),
      search_response_id: given(Name),
      search_term: given(Words(100)),
      search_content_type: given(Name),
    }),
    answer: Acknowledged,
  }),
  batchActions: siteCall({
    path: BATCHES,
    // §4: 'assigned' is what is asked for when a user's job is fetched.
    input: v.object({ user_id: RecordId, action: v.optional(Name, 'assigned') }),
    answer: many(BatchJobSchema),
  }),
  updateBatchAction: siteCall({
    method: 'PUT',
    path: `${BATCHES}:id/`,
    sends: 'form',
    auth: 'session+csrf',
    input: v.object({ id: RecordId, action: Name }),
    answer: BatchJobSchema,
  }),
  assignBatchAction: siteCall({
    method: 'POST',
    path: BATCHES,
    sends: 'form',
    auth: 'session+csrf',
    input: v.object({ job_id: given(RecordId) }),
    answer: BatchJobSchema,
  }),
  batchLeaderboard: siteCall({
    path: `${BATCHES}leaderboard/`,
    input: v.object({ job_id: given(RecordId) }),
    answer: many(LeaderboardRowSchema),
  }),
}
