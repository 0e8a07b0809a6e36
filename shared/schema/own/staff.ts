import * as v from 'valibot'
import { BATCH_JOBS } from '../choices.ts'
import { FilledText, IsoTime, IsoTimeOrNull, NaturalNumber } from '../vocabulary.ts'
import { PINGBACK_ACTIONS } from './gateway.ts'

/** A GIF after a moderator's decision. */
export const OwnModerated = v.strictObject({
  gif_id: FilledText,
  action: FilledText,
  rating: FilledText,
  /** The version that it is now. */
  revision: v.number(),
})

/** An item that waits as it is now (T57), and what its owner has changed since a moderator decided about it. */
export const OwnVersion = v.strictObject({
  gif_id: FilledText,
  revision: v.number(),
  changes: v.array(v.strictObject({ field: FilledText, before: v.string(), after: v.string() })),
})

/**
 * §3 A moderator's part of a job: `gif_ids` as they were assigned, `waiting` those that are not decided yet. `action` is
 * 'assigned', a decision of all of them, 'done' where they were decided one by one, 'expired' or 'undone'.
 */
export const OwnBatch = v.strictObject({
  id: FilledText,
  job_id: v.picklist(BATCH_JOBS),
  user_id: FilledText,
  action: FilledText,
  gif_ids: v.array(FilledText),
  waiting: v.array(FilledText),
  /** Of those that wait, to who is assigned them. */
  versions: v.optional(v.array(OwnVersion)),
  created_at: IsoTime,
  expires_at: IsoTime,
})

export const OwnLeader = v.strictObject({ user_id: FilledText, username: FilledText, count: NaturalNumber })

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

/** What a case is made for: also, by itself, for what is on a list of known files, or looks like it. */
export const CASE_REASONS = [...REPORT_REASONS, 'known'] as const

export const REPORT_STATES = ['open', 'accepted', 'rejected'] as const

/** Characters of what a reporter adds in their own words. */
export const REPORT_TEXT_MAX = 1000

/** A report as moderators see it: of an item (`gif_id`) or of a search (`search_term`); the other is null. */
export const OwnReport = v.strictObject({
  id: v.number(),
  gif_id: v.nullable(FilledText),
  search_term: v.nullable(FilledText),
  search_response_id: v.string(),
  search_content_type: v.string(),
  reasons: v.array(v.picklist(CASE_REASONS)),
  additional_info: v.string(),
  anonymous: v.boolean(),
  /** The username of who is signed in; null for visitors, and where the reporter asked for it. */
  reporter: v.nullable(FilledText),
  state: v.picklist(REPORT_STATES),
  note: v.string(),
  created_at: IsoTime,
  decided_at: v.nullable(IsoTime),
  decided_by: v.nullable(FilledText),
})

/** What waits for staff: items, reports, claims with objections, what is scheduled, uploads that failed, pingbacks that did, mails. */
export const WAITING = [
  'moderation',
  'reports',
  'claims',
  'schedule',
  'uploads',
  'pingbacks',
  'mails',
] as const
export type Waiting = (typeof WAITING)[number]

/** Nothing is counted further: this many are this many or more. */
export const WAITING_MAX = 1000

const Waits = v.pipe(NaturalNumber, v.maxValue(WAITING_MAX))

/** The overview of staff: how much waits, and what visitors did with all items on each of the last 30 days in UTC. */
export const OwnOverview = v.strictObject({
  waiting: v.strictObject(v.entriesFromList(WAITING, Waits)),
  /** The oldest first; today is the last. */
  days: v.pipe(
    v.array(
      v.strictObject({
        day: v.pipe(v.string(), v.isoDate()),
        ...v.entriesFromList(PINGBACK_ACTIONS, NaturalNumber),
      }),
    ),
    v.length(30),
  ),
})
export type Overview = v.InferOutput<typeof OwnOverview>

/** A pingback event that did not arrive, and why. `is_marked`: it is being sent again, at the latest by night. */
export const OwnDeadLetter = v.strictObject({
  id: v.number(),
  /** As it was accepted (`shared/schema/pingback.ts`). */
  event: v.looseObject({ action_type: FilledText }),
  reason: v.string(),
  died_at: IsoTime,
  is_marked: v.boolean(),
})

/** Where copies are: this server's memory, the data centre's cache, the store of all data centres. The nearest first. */
const CACHE_LAYERS = ['memory', 'edge', 'kv'] as const

/** `expired`: it is still stored, and is not used any more. */
const COPY_STATES = ['fresh', 'stale', 'expired'] as const

const Held = v.strictObject({
  layer: v.picklist(CACHE_LAYERS),
  /** Whether the layer is set up. */
  is_there: v.boolean(),
  copy: v.nullable(
    v.strictObject({
      state: v.picklist(COPY_STATES),
      fetched_at: IsoTime,
      /** From then on it is fetched again, and replaces a failing upstream until `kept_until`. */
      fresh_until: IsoTime,
      kept_until: IsoTime,
      bytes: NaturalNumber,
    }),
  ),
  /** A failure that is given again instead of calling the upstream. */
  failure: v.nullable(
    v.strictObject({
      kind: FilledText,
      status: v.nullable(v.number()),
      message: v.string(),
      failed_at: IsoTime,
      until: IsoTime,
    }),
  ),
})

/** What the caches hold for a call: each copy that it is made of, by its address, in each layer. */
export const OwnCached = v.strictObject({
  call: FilledText,
  copies: v.array(v.strictObject({ address: FilledText, layers: v.array(Held) })),
})
export type Cached = v.InferOutput<typeof OwnCached>
export type CachedCopy = Cached['copies'][number]

/** Where calls of an upstream go: to a part of the product, to an address, or nowhere. */
const PLACES = ['embedded', 'elsewhere', 'missing'] as const

/** `none`: it has no breaker. */
const BREAKER_STATES = ['open', 'half-open', 'closed', 'none'] as const

/** Why a call came to nothing; `status`: its response said so. */
const FAILURE_REASONS = ['unreachable', 'late', 'too-large', 'status'] as const

/** How reads of the caches ended, and how often a layer failed. */
export const CACHE_COUNTS = ['hit', 'miss', 'stale', 'error', 'load'] as const

/** What one server of many knows of its upstreams and caches since it was started. */
export const OwnHealth = v.strictObject({
  started_at: IsoTime,
  upstreams: v.array(
    v.strictObject({
      name: v.string(),
      place: v.picklist(PLACES),
      breaker: v.picklist(BREAKER_STATES),
      /** Since when the breaker is so; null where it was never anything else. */
      since: v.nullable(IsoTime),
      answered_at: v.nullable(IsoTime),
      failed: v.nullable(
        v.strictObject({
          reason: v.picklist(FAILURE_REASONS),
          status: v.nullable(v.number()),
          at: IsoTime,
        }),
      ),
    }),
  ),
  caches: v.array(
    v.strictObject({
      layer: v.picklist(CACHE_LAYERS),
      is_there: v.boolean(),
      /** Copies in this server's memory, and their bytes; null where they cannot be counted. */
      copies: v.nullable(NaturalNumber),
      bytes: v.nullable(NaturalNumber),
      /** Reads and writes of the layer that failed or were late. */
      faults: NaturalNumber,
    }),
  ),
  reads: v.strictObject(v.entriesFromList(CACHE_COUNTS, NaturalNumber)),
})
export type Health = v.InferOutput<typeof OwnHealth>

/** Requests a minute of a new key, where nothing else is chosen. */
export const NEW_KEY_RATE = 600

/** A partner's key. `usage` is of the last 30 days (UTC) that have any, the newest first; refused requests are among all. */
export const KeySchema = v.object({
  id: FilledText,
  name: v.string(),
  rate: v.number(),
  rating: v.string(),
  blocked: v.array(v.string()),
  usage: v.array(v.object({ day: v.string(), requests: v.number(), refused: v.number() })),
  created_at: IsoTime,
})

/** In a mail's text, in place of a link that its reader alone may see (T55). */
export const HIDDEN_LINK = '[link hidden]'

export const MailSchema = v.object({
  id: v.number(),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  created_at: IsoTime,
  sent_at: IsoTimeOrNull,
  /** Why it was not sent, where that was tried. */
  failure: v.string(),
})

/** An entry of the audit log. */
export const AuditRowSchema = v.object({
  id: v.number(),
  actor: v.string(),
  action: v.string(),
  target: v.string(),
  reason: v.string(),
  created_at: IsoTime,
})

/**
 * The same in its list: `target_name` is the title or name that its target has now, the avatars are addresses of the pictures
 * that a person has; each is '' without one.
 */
export const ListedAuditRow = v.object({
  ...AuditRowSchema.entries,
  target_name: v.string(),
  actor_avatar: v.string(),
  target_avatar: v.string(),
})

/** A page of the log, and all actions that it has, to choose among. */
export const AuditPage = v.strictObject({
  results: v.array(ListedAuditRow),
  count: NaturalNumber,
  actions: v.array(FilledText),
})

/** What a mail of the outbox is: sent, or not yet. */
export const MAIL_STATES = ['unsent', 'sent'] as const
