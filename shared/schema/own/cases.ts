import * as v from 'valibot'
import { STANDINGS } from '../choices.ts'
import { FilledText, IsoTime, IsoTimeOrNull, NaturalNumber, RoleName } from '../vocabulary.ts'
import { LibraryItem } from './items.ts'
import { AuditRowSchema, CASE_REASONS, OwnReport, OwnVersion, REPORT_REASONS } from './staff.ts'

/** What someone claims about an item (article 16 of the Digital Services Act). */
export const CLAIM_KINDS = ['copyright', 'privacy', 'law'] as const

/** Characters of what a claim or an objection explains. */
export const CLAIM_TEXT = { min: 20, max: 4000 } as const

/** What a case is made of: open reports of an item, what it waits for in the queue, and, for staff, claims and objections. */
export const CASE_KINDS = ['report', 'edit', 'upload', 'claim', 'objection'] as const

/** The mails of a case: to who has made a claim, and to an item's owner. */
export type CaseMailName =
  | 'received'
  | 'upheld'
  | 'dismissed'
  | 'removed'
  | 'hidden'
  | 'back'
  | 'kept'
  | 'warned'
  | 'unwarned'

/** What cases are sorted by: the one that is open longest, or the most reported. */
export const CASE_ORDERS = ['oldest', 'reports'] as const

/** What is decided of an item, as §7's moderation has it, the mildest first. */
export const CASE_DECISIONS = ['approve', 'rating', 'hide', 'remove'] as const

/** What staff do about its owner with it: a warning, or a state. */
export const CASE_MEASURES = ['warn', 'limited', 'suspended'] as const

/** The rules that a decision names: what may be reported, and what the law has. Its mail has their words. */
export const CASE_TEMPLATES = REPORT_REASONS

/** Cases of one decision. */
export const CASES_MAX = 100

/** ms in which a decision can be taken back. */
export const CASE_UNDO_MS = 60 * 60 * 1000

/**
 * An item and all that is open about it. `version` is what was seen of it: a decision takes it, and is refused where another
 * was made since. Without `item`, it is no item of the library.
 */
export const OwnCase = v.strictObject({
  id: FilledText,
  kinds: v.array(v.picklist(CASE_KINDS)),
  version: FilledText,
  /** Since when something is open; null where nothing is. */
  opened_at: IsoTimeOrNull,
  reports: NaturalNumber,
  reasons: v.array(v.picklist(CASE_REASONS)),
  /** Another moderator, who has it in a batch. */
  held_by: v.nullable(FilledText),
  item: v.nullable(
    v.strictObject({ ...LibraryItem.entries, is_removed: v.boolean(), view_count: NaturalNumber }),
  ),
})
export type OwnCase = v.InferOutput<typeof OwnCase>

/** A page of cases; `count` is how many there are, of those of the first 10,000 open things. */
export const CasePage = v.strictObject({ results: v.array(OwnCase), count: NaturalNumber })

/** An open claim, or an objection of the item's owner, as staff see it. */
const OwnClaim = v.strictObject({
  id: v.number(),
  kind: v.picklist([...CLAIM_KINDS, 'objection']),
  name: FilledText,
  email: v.string(),
  /** The item's, as it was given; '' for an objection. */
  address: v.string(),
  explanation: FilledText,
  created_at: IsoTime,
})

/** A decision that its owner may object to. `action` is 'none' where it no longer holds. */
export const OwnObjection = v.strictObject({
  gif_id: FilledText,
  title: v.string(),
  action: v.picklist(['removed', 'hidden', 'none']),
  reason: v.string(),
  template: v.picklist(['', ...CASE_TEMPLATES]),
  decided_at: IsoTimeOrNull,
  objection: v.picklist(['none', 'open', 'accepted', 'rejected']),
})
export type Objection = v.InferOutput<typeof OwnObjection>

/** A decision that was made about an item, and whether it was taken back. */
const PastDecision = v.strictObject({
  act: FilledText,
  action: FilledText,
  rating: FilledText,
  person: v.picklist(['', ...CASE_MEASURES]),
  by: v.string(),
  reason: v.string(),
  note: v.string(),
  template: v.picklist(['', ...CASE_TEMPLATES]),
  created_at: IsoTime,
  undone_at: IsoTimeOrNull,
  undone_by: v.string(),
})

/** Whose an item is: how many they have, and how many of them were taken down, or hidden by moderators. */
const CaseOwner = v.strictObject({
  id: FilledText,
  username: FilledText,
  display_name: v.string(),
  role: RoleName,
  state: v.picklist(STANDINGS),
  created_at: IsoTime,
  /** What their mails are written in; '' for English. */
  language: v.string(),
  items: NaturalNumber,
  removed: NaturalNumber,
  hidden: NaturalNumber,
  /** Warnings that hold, for staff. */
  warned: NaturalNumber,
  /** Their newest others, as far as they are not taken down. */
  others: v.array(v.pick(LibraryItem, ['id', 'title', 'rating', 'is_hidden', 'thumbnail'])),
})

/** A case with all that a decision wants. Of reports and decisions, the newest. `history` is the audit log's, for staff. */
export const OwnCaseDetail = v.strictObject({
  ...OwnCase.entries,
  owner: v.nullable(CaseOwner),
  changes: OwnVersion.entries.changes,
  open: v.array(OwnReport),
  /** For staff. */
  claims: v.array(OwnClaim),
  decisions: v.array(PastDecision),
  history: v.array(AuditRowSchema),
})
export type OwnCaseDetail = v.InferOutput<typeof OwnCaseDetail>

/**
 * What became of each case: `decided`; `conflict`: another decision was made since, by whom and when; `held` by a moderator's
 * batch; `changed`: another version by now; `own`; `unknown`: there is no such case, or no such decision about it.
 */
const CASE_RESULTS = ['decided', 'conflict', 'held', 'changed', 'own', 'unknown'] as const

export const OwnCasesDecided = v.strictObject({
  /** What undo takes. */
  act: FilledText,
  results: v.array(
    v.strictObject({
      id: FilledText,
      result: v.picklist(CASE_RESULTS),
      by: v.nullable(v.string()),
      at: v.nullable(IsoTime),
    }),
  ),
  /** What was done about the owner; '' for nothing, also where their state was as severe already. */
  person: v.picklist(['', ...CASE_MEASURES]),
})
export type CaseResult = v.InferOutput<typeof OwnCasesDecided>['results'][number]

/** The cases that are open again. */
export const OwnCasesUndone = v.strictObject({ results: v.array(FilledText) })
