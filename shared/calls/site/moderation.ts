import * as v from 'valibot'
import { TAKEDOWN_STATES } from '../../schema/choices.ts'
import { DIGEST_TIMES, isZone, OwnDigest, QUEUE_OVER } from '../../schema/own/digests.ts'
import { ResolvedSchema, StillSchema, TakedownSchema } from '../../schema/own/people.ts'
import { OwnReport, REPORT_REASONS, REPORT_STATES, REPORT_TEXT_MAX } from '../../schema/own/staff.ts'
import {
  BatchJobSchema,
  LeaderboardRowSchema,
  ModeratedSchema,
  TakedownResponseSchema,
} from '../../schema/site-records.ts'
import { EmptyResponse, recordList } from '../../schema/text.ts'
import { bySession } from '../call.ts'
import {
  Bit,
  FreeText,
  Identifier,
  IdList,
  NonNegative,
  OneOf,
  OneRecord,
  optionalField,
  RatingField,
  RecordId,
  timed,
  WordList,
  YesNo,
} from '../fields.ts'

const BATCHES = '/api/v1/moderation/gif-batch-actions/'
const MAX_TAKEDOWNS = 100

const TAKEDOWNS = '/api/v3/content-takedown/'

const REPORTS = '/api/v3/reports/'
const reportState = OneOf(REPORT_STATES)

/** §7 Moderation: GIFs, takedowns, reports of searches, batches. */
export const moderationCalls = {
  // §7 does not give its form: the action, the reason and the new rating.
  moderateGif: bySession.post(
    'moderator',
    '/api/v1/gifs/:id/moderation',
    v.object({
      id: RecordId,
      action: optionalField(Identifier),
      rating: optionalField(RatingField),
      reason: optionalField(FreeText(500)),
      note: optionalField(FreeText(2000)),
      // The revision that the moderator has seen: another one since is a conflict.
      was: optionalField(NonNegative),
    }),
    ModeratedSchema,
  ),
  takedown: bySession.post(
    'staff',
    '/api/v3/content-takedown/takedown',
    v.object({
      takedowns: v.pipe(
        v.array(v.object({ gif_id: RecordId, reason: FreeText(500) }), 'must be a list of gif_id and reason'),
        v.minLength(1, 'must hold at least one GIF'),
        v.maxLength(MAX_TAKEDOWNS, `must hold at most ${MAX_TAKEDOWNS} GIFs`),
      ),
      send_email: v.optional(YesNo, false),
      note: optionalField(FreeText(2000)),
    }),
    TakedownResponseSchema,
    { encoding: 'json' },
  ),
  reportSearch: bySession.post(
    'visitor',
    '/ajax/report-search',
    v.object({
      reasons: WordList,
      anonymous: v.optional(Bit),
      additional_info: optionalField(FreeText(REPORT_TEXT_MAX)),
      search_response_id: optionalField(Identifier),
      search_term: optionalField(FreeText(100)),
      search_content_type: optionalField(Identifier),
    }),
    EmptyResponse,
    { auth: 'csrf' },
  ),
  // §4: a user's job is fetched with the action 'assigned'.
  batchActions: bySession.get(
    'moderator',
    BATCHES,
    v.object({ user_id: RecordId, action: v.optional(Identifier, 'assigned') }),
    recordList(BatchJobSchema),
  ),
  updateBatchAction: bySession.put(
    'moderator',
    `${BATCHES}:id/`,
    v.object({ id: RecordId, action: Identifier }),
    BatchJobSchema,
  ),
  assignBatchAction: bySession.post(
    'moderator',
    BATCHES,
    v.object({ job_id: optionalField(RecordId) }),
    BatchJobSchema,
  ),
  batchLeaderboard: bySession.get(
    'moderator',
    `${BATCHES}leaderboard/`,
    v.object({ job_id: optionalField(RecordId) }),
    recordList(LeaderboardRowSchema),
  ),
}

const QuietHour = optionalField(v.pipe(NonNegative, v.maxValue(23, 'must be an hour from 0 to 23')))

/** The embedded site's beyond §7: takedowns and reports, as staff see them. §7 has the report of a search. */
export const ownModerationCalls = {
  digest: bySession.get('moderator', '/api/v3/digest', v.object({}), OwnDigest),
  putDigest: bySession.put(
    'moderator',
    '/api/v3/digest',
    v.object({
      every: OneOf(DIGEST_TIMES),
      queue_over: optionalField(
        v.pipe(NonNegative, v.maxValue(QUEUE_OVER.max, `must be at most ${QUEUE_OVER.max}`)),
      ),
      quiet_from: QuietHour,
      quiet_to: QuietHour,
      zone: optionalField(v.pipe(FreeText(64), v.check(isZone, 'must be a time zone such as Europe/Berlin'))),
    }),
    OwnDigest,
  ),
  takedowns: bySession.get(
    'staff',
    TAKEDOWNS,
    v.object({ q: optionalField(FreeText(100)), state: optionalField(OneOf(TAKEDOWN_STATES)), ...timed }),
    recordList(TakedownSchema),
  ),
  // What each id leads to: looked at before it is taken down.
  resolveTakedown: bySession.get(
    'staff',
    `${TAKEDOWNS}resolve/`,
    v.object({ ids: IdList }),
    recordList(ResolvedSchema),
  ),
  // What was taken down is seen by staff alone, and small.
  takedownStill: bySession.get('staff', `${TAKEDOWNS}:id/still`, OneRecord, StillSchema),
  restoreTakedown: bySession.post(
    'staff',
    `${TAKEDOWNS}:id/restore`,
    v.object({ id: RecordId, reason: optionalField(FreeText(500)) }),
    TakedownSchema,
  ),
  report: bySession.post(
    'visitor',
    REPORTS,
    v.object({
      gif: RecordId,
      reason: OneOf(REPORT_REASONS),
      anonymous: v.optional(Bit),
      additional_info: optionalField(FreeText(REPORT_TEXT_MAX)),
    }),
    EmptyResponse,
    { auth: 'csrf' },
  ),
  reports: bySession.get(
    'moderator',
    REPORTS,
    v.object({
      state: optionalField(reportState),
      gif: optionalField(RecordId),
      about: optionalField(OneOf(['item', 'search'])),
      ...timed,
    }),
    recordList(OwnReport),
  ),
  decideReport: bySession.put(
    'moderator',
    `${REPORTS}:id/`,
    v.object({
      id: RecordId,
      state: reportState,
      // The state that the moderator has seen: another one since is a conflict.
      was: optionalField(reportState),
      note: optionalField(FreeText(2000)),
    }),
    OwnReport,
  ),
}
