import * as v from 'valibot'
import { UserRecordSchema } from './account.ts'

/** Answers of our own site (`docs/contract.md`) are strict: what is missing is a fault of ours. */
const Time = v.pipe(v.string(), v.isoTimestamp())
const NoTime = v.nullable(Time)
const Id = v.pipe(v.string(), v.minLength(1))

export const SessionSchema = v.object({
  id: Id,
  agent: v.string(),
  created_at: Time,
  last_used_at: Time,
  /** Whether it is the caller's own. */
  is_current: v.boolean(),
})

export const ApiTokenSchema = v.object({
  id: Id,
  name: v.string(),
  created_at: Time,
  last_used_at: NoTime,
  expires_at: NoTime,
})

/** Whether a GIF is a favorite of the caller's. */
export const FavoriteSchema = v.object({ id: Id, favorite: v.boolean() })

/** A new token or key: the only response that has it. */
export const NewSecretSchema = v.object({ id: Id, name: v.string(), token: Id })

export const UploadedSchema = v.object({
  data: v.object({ id: Id }),
  meta: v.object({ status: v.number(), msg: v.string(), response_id: Id }),
})

/** How far an item's renditions are; `made` counts them, `reason` says why there are no more. */
export const UploadSchema = v.object({
  id: Id,
  state: v.picklist(['queued', 'working', 'done', 'failed', 'cancelled']),
  reason: v.string(),
  made: v.number(),
  created_at: NoTime,
  updated_at: NoTime,
})

/** An item that has a file already. `renditions` are its other files, as they are sent (`fixed_width.webp` …). */
export const KnownFileSchema = v.object({ id: Id, is_own: v.boolean(), renditions: v.array(v.string()) })

export const TakedownSchema = v.object({
  id: v.number(),
  gif_id: Id,
  reason: v.string(),
  note: v.string(),
  actor: v.string(),
  created_at: Time,
  restored_at: NoTime,
})

/** A person as staff see them. */
export const PersonSchema = v.object({
  ...UserRecordSchema.entries,
  role: v.picklist(['user', 'artist', 'moderator', 'staff']),
  state: v.picklist(['unconfirmed', 'active']),
  is_freelance: v.boolean(),
  twitter: v.string(),
  created_at: Time,
  /** What `was` of a change takes. */
  updated_at: Time,
})

/** A partner's key. `usage` is of the last 30 days (UTC) that have any, the newest first; refused requests are among all. */
export const KeySchema = v.object({
  id: Id,
  name: v.string(),
  rate: v.number(),
  rating: v.string(),
  blocked: v.array(v.string()),
  usage: v.array(v.object({ day: v.string(), requests: v.number(), refused: v.number() })),
  created_at: Time,
})

export const MailSchema = v.object({
  id: v.number(),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  created_at: Time,
  sent_at: NoTime,
})

export const AuditRowSchema = v.object({
  id: v.number(),
  actor: v.string(),
  action: v.string(),
  target: v.string(),
  reason: v.string(),
  created_at: Time,
})
