import * as v from 'valibot'
import { mustBeOneOf } from '../../schema/choices.ts'
import {
  CASE_DECISIONS,
  CASE_KINDS,
  CASE_ORDERS,
  CASE_TEMPLATES,
  CASES_MAX,
  CasePage,
  OwnCaseDetail,
  OwnCasesDecided,
  OwnCasesUndone,
} from '../../schema/own/cases.ts'
import { REPORT_REASONS } from '../../schema/own/staff.ts'
import { bySession } from '../call.ts'
import {
  FreeText,
  Moment,
  OneOf,
  OneRecord,
  optionalField,
  page,
  RatingField,
  RecordId,
  Username,
} from '../fields.ts'

const CASES = '/api/v3/cases/'

/** What was seen of a case: numbers of its item's version, its last decision, its last report. */
const Version = v.pipe(
  v.string('must be a version'),
  v.regex(/^\d{1,12}(\.\d{1,12}){2,3}$/, 'must be a version of a case'),
)

/** The embedded site's cases: all that is open about one item, and one decision about it. */
export const caseCalls = {
  cases: bySession.get(
    'moderator',
    CASES,
    v.object({
      kind: optionalField(OneOf(CASE_KINDS)),
      reason: optionalField(OneOf(REPORT_REASONS)),
      rating: optionalField(RatingField),
      owner: optionalField(Username),
      // Open since before then.
      before: optionalField(Moment),
      sort: v.optional(v.picklist(CASE_ORDERS, mustBeOneOf(CASE_ORDERS)), 'oldest'),
      ...page,
    }),
    CasePage,
  ),
  // An item without anything open is a case too: its past, and its tools.
  case: bySession.get('moderator', `${CASES}:id/`, OneRecord, OwnCaseDetail),
  decideCases: bySession.post(
    'moderator',
    `${CASES}decide`,
    v.object({
      cases: v.pipe(
        v.array(
          v.object({ id: RecordId, version: optionalField(Version) }),
          'must be a list of id and version',
        ),
        v.minLength(1, 'must hold at least one case'),
        v.maxLength(CASES_MAX, `must hold at most ${CASES_MAX} cases`),
      ),
      decision: OneOf(CASE_DECISIONS),
      rating: optionalField(RatingField),
      reason: optionalField(FreeText(500)),
      note: optionalField(FreeText(2000)),
      template: optionalField(OneOf(CASE_TEMPLATES)),
    }),
    OwnCasesDecided,
    { encoding: 'json' },
  ),
  undoCases: bySession.post('moderator', `${CASES}undo`, v.object({ act: RecordId }), OwnCasesUndone),
}
