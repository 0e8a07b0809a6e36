import * as v from 'valibot'
import { FilledText, IsoTime } from '../vocabulary.ts'

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

/** A report as moderators see it: of an item (`gif_id`) or of a search (`search_term`); the other is null. */
export const OwnReport = v.strictObject({
  id: v.number(),
  gif_id: v.nullable(FilledText),
  search_term: v.nullable(FilledText),
  search_response_id: v.string(),
  search_content_type: v.string(),
  reasons: v.array(v.picklist(REPORT_REASONS)),
  additional_info: v.string(),
  anonymous: v.boolean(),
  /** The username of who is signed in; null for visitors, and where somebody asked for it. */
  reporter: v.nullable(FilledText),
  state: v.picklist(REPORT_STATES),
  note: v.string(),
  created_at: IsoTime,
  decided_at: v.nullable(IsoTime),
  decided_by: v.nullable(FilledText),
})
