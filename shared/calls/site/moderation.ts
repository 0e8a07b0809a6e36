import * as v from 'valibot'
import { REPORT_TEXT_MAX } from '../../schema/own/staff.ts'
import { EmptyResponse, recordList } from '../../schema/record-list.ts'
import {
  BatchJobSchema,
  LeaderboardRowSchema,
  ModeratedSchema,
  TakedownResponseSchema,
} from '../../schema/site-records.ts'
import { optionalField } from '../fields.ts'
import { Bit, FreeText, Identifier, RatingField, RecordId, WordList, YesNo } from '../site-fields.ts'
import { siteCall } from './site-call.ts'

const BATCHES = '/api/v1/moderation/gif-batch-actions/'
const MAX_TAKEDOWNS = 100

/** §7 Moderation: GIFs, takedowns, reports of searches, batches. */
export const moderationCalls = {
  // §7 does not give its form: the action, the reason and the new rating.
  moderateGif: siteCall({
    role: 'moderator',
    method: 'POST',
    path: '/api/v1/gifs/:id/moderation',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({
      id: RecordId,
      action: optionalField(Identifier),
      rating: optionalField(RatingField),
      reason: optionalField(FreeText(500)),
      note: optionalField(FreeText(2000)),
    }),
    response: ModeratedSchema,
  }),
  takedown: siteCall({
    role: 'staff',
    method: 'POST',
    path: '/api/v3/content-takedown/takedown',
    encoding: 'json',
    auth: 'session+csrf',
    input: v.object({
      takedowns: v.pipe(
        v.array(v.object({ gif_id: RecordId, reason: FreeText(500) }), 'must be a list of gif_id and reason'),
        v.minLength(1, 'must hold at least one GIF'),
        v.maxLength(MAX_TAKEDOWNS, `must hold at most ${MAX_TAKEDOWNS} GIFs`),
      ),
      send_email: v.optional(YesNo, false),
      note: optionalField(FreeText(2000)),
    }),
    response: TakedownResponseSchema,
  }),
  reportSearch: siteCall({
    role: 'visitor',
    method: 'POST',
    path: '/ajax/report-search',
    encoding: 'form',
    auth: 'csrf',
    input: v.object({
      reasons: WordList,
      anonymous: v.optional(Bit),
      additional_info: optionalField(FreeText(REPORT_TEXT_MAX)),
      search_response_id: optionalField(Identifier),
      search_term: optionalField(FreeText(100)),
      search_content_type: optionalField(Identifier),
    }),
    response: EmptyResponse,
  }),
  batchActions: siteCall({
    role: 'moderator',
    path: BATCHES,
    // §4: a user's job is fetched with the action 'assigned'.
    input: v.object({ user_id: RecordId, action: v.optional(Identifier, 'assigned') }),
    response: recordList(BatchJobSchema),
  }),
  updateBatchAction: siteCall({
    role: 'moderator',
    method: 'PUT',
    path: `${BATCHES}:id/`,
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ id: RecordId, action: Identifier }),
    response: BatchJobSchema,
  }),
  assignBatchAction: siteCall({
    role: 'moderator',
    method: 'POST',
    path: BATCHES,
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ job_id: optionalField(RecordId) }),
    response: BatchJobSchema,
  }),
  batchLeaderboard: siteCall({
    role: 'moderator',
    path: `${BATCHES}leaderboard/`,
    input: v.object({ job_id: optionalField(RecordId) }),
    response: recordList(LeaderboardRowSchema),
  }),
}
