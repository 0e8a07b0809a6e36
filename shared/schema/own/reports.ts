import * as v from 'valibot'
import { OwnId } from './answers.ts'

/** What something may be reported for. */
export const REPORT_REASONS = [
  'sexual',
  'violence',
  'hate',
  'harassment',
  'self-harm',
  'illegal',
  'copyright',
  'spam',
  'other',
] as const

export const REPORT_STATES = ['open', 'accepted', 'rejected'] as const

/** Characters of what somebody adds in their own words. */
export const REPORT_TEXT_MAX = 1000

const Time = v.pipe(v.string(), v.isoTimestamp())

/** A report as moderators see it: of an item (`gif_id`) or of a search (`search_term`); the other is null. */
export const OwnReport = v.strictObject({
  id: v.number(),
  gif_id: v.nullable(OwnId),
  search_term: v.nullable(OwnId),
  search_response_id: v.string(),
  search_content_type: v.string(),
  reasons: v.array(v.picklist(REPORT_REASONS)),
  additional_info: v.string(),
  anonymous: v.boolean(),
  /** The username of who is signed in; null for visitors, and where somebody asked for it. */
  reporter: v.nullable(OwnId),
  state: v.picklist(REPORT_STATES),
  note: v.string(),
  created_at: Time,
  decided_at: v.nullable(Time),
  decided_by: v.nullable(OwnId),
})
