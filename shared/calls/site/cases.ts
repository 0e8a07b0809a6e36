import * as v from 'valibot'
import { mustBeOneOf } from '../../schema/choices.ts'
import {
  CASE_DECISIONS,
  CASE_KINDS,
  CASE_MEASURES,
  CASE_ORDERS,
  CASE_TEMPLATES,
  CASES_MAX,
  CasePage,
  CLAIM_KINDS,
  CLAIM_TEXT,
  OwnCaseDetail,
  OwnCasesDecided,
  OwnCasesUndone,
  OwnObjection,
} from '../../schema/own/cases.ts'
import { CASE_REASONS } from '../../schema/own/staff.ts'
import { EmptyResponse } from '../../schema/text.ts'
import { bySession } from '../call.ts'
import {
  Email,
  FreeText,
  LanguageCode,
  Link,
  Moment,
  OneOf,
  OneRecord,
  optionalField,
  page,
  RatingField,
  RecordId,
  Secret,
  Username,
  YesNo,
} from '../fields.ts'

const CASES = '/api/v3/cases/'

/** What was seen of a case: numbers of its item's version, its last decision, its last report, its last claim. */
const Version = v.pipe(
  v.string('must be a version'),
  v.regex(/^\d{1,12}(\.\d{1,12}){2,3}$/, 'must be a version of a case'),
)

const OBJECTIONS = '/api/v3/objections/'

const ClaimName = v.pipe(FreeText(100), v.trim(), v.minLength(1, 'must be a name'))
const Explanation = v.pipe(
  FreeText(CLAIM_TEXT.max),
  v.trim(),
  v.minLength(CLAIM_TEXT.min, `must be at least ${CLAIM_TEXT.min} characters`),
)

/** The embedded site's cases: all that is open about one item, and one decision about it. */
export const caseCalls = {
  cases: bySession.get(
    'moderator',
    CASES,
    v.object({
      kind: optionalField(OneOf(CASE_KINDS)),
      reason: optionalField(OneOf(CASE_REASONS)),
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
      // About the owner of all of them: for staff.
      person: optionalField(OneOf(CASE_MEASURES)),
    }),
    OwnCasesDecided,
    { encoding: 'json' },
  ),
  // Anyone's. The address is an item's page, embed, or file here.
  claim: bySession.post(
    'visitor',
    '/api/v3/claims/',
    v.object({
      address: Link,
      kind: OneOf(CLAIM_KINDS),
      name: ClaimName,
      email: Email,
      explanation: Explanation,
      good_faith: v.pipe(
        YesNo,
        v.check((is) => is, 'must be confirmed'),
      ),
      language: optionalField(LanguageCode),
    }),
    EmptyResponse,
    { auth: 'csrf' },
  ),
  // By the link of the decision's mail.
  objection: bySession.get('visitor', OBJECTIONS, v.object({ token: Secret }), OwnObjection, {
    auth: 'none',
  }),
  object: bySession.post(
    'visitor',
    OBJECTIONS,
    v.object({ token: Secret, explanation: Explanation }),
    EmptyResponse,
    { auth: 'csrf' },
  ),
  undoCases: bySession.post('moderator', `${CASES}undo`, v.object({ act: RecordId }), OwnCasesUndone),
}
