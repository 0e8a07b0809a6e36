import * as v from 'valibot'
import { ITEM_ACTS, STANDINGS, TOKEN_SCOPES, USER_ROLES } from '../choices.ts'
import { UserRecordSchema } from '../site-records.ts'
import {
  FilledText,
  IsoTime,
  IsoTimeOrNull,
  NaturalNumber,
  RoleName,
  UploadStateName,
} from '../vocabulary.ts'
import { OwnItem, OwnUser } from './items.ts'

/** A user's record; `email`, `role` and `user_type` are '' for whom they are not. */
export const OwnUserRecord = v.looseObject({
  ...OwnUser.entries,
  email: v.string(),
  website_url: v.string(),
  banner_url: v.string(),
  facebook_url: v.string(),
  instagram_url: v.string(),
  tumblr_url: v.string(),
  twitter: v.string(),
  role: v.picklist(['', ...USER_ROLES]),
  user_type: v.picklist(['', ...USER_ROLES]),
  is_freelance: v.boolean(),
  /** Of one's own record. */
  has_password: v.optional(v.boolean()),
  /** Of a sign-in: what the role allows needs a second factor first. */
  needs_second_factor: v.optional(v.boolean()),
  /** Likewise: an address that waits for its confirmation; '' for none. */
  pending_email: v.optional(v.string()),
})

export const OwnFollow = v.strictObject({
  id: FilledText,
  username: FilledText,
  following: v.boolean(),
  follower_count: NaturalNumber,
})

export const OwnViewCount = v.strictObject({ viewCount: NaturalNumber, view_count: NaturalNumber })

/** What people are sorted by, as artists are. */
export const PEOPLE_SORTS = ['jointime', 'updatetime', 'username', 'display_name'] as const

/** What staff change of a profile (`updatePerson`). */
export const PROFILE_FIELDS = [
  'display_name',
  'description',
  'website_url',
  'twitter',
  'is_public',
  'is_freelance',
  'is_verified',
  'suppress_chrome',
] as const

/** Answers of our own site (`docs/contract.md`) are strict: what is missing is a fault here. */

export const SessionSchema = v.object({
  id: FilledText,
  agent: v.string(),
  created_at: IsoTime,
  last_used_at: IsoTime,
  /** Whether it is the caller's own. */
  is_current: v.boolean(),
  /** Whether its sign-in, or its last confirmation, is less than 15 minutes old. */
  is_fresh: v.boolean(),
})

export const ApiTokenSchema = v.object({
  id: FilledText,
  name: v.string(),
  created_at: IsoTime,
  last_used_at: IsoTimeOrNull,
  expires_at: IsoTimeOrNull,
  scopes: v.array(v.picklist(TOKEN_SCOPES)),
})

/** Whether a GIF is a favorite of the caller's. */
export const FavoriteSchema = v.object({ id: FilledText, favorite: v.boolean() })

/** A new token or key: the only response that has it. */
export const NewSecretSchema = v.object({ id: FilledText, name: v.string(), token: FilledText })
export const NewTokenSchema = v.object({ ...NewSecretSchema.entries, scopes: ApiTokenSchema.entries.scopes })

export const UploadedSchema = v.object({
  data: v.object({ id: FilledText }),
  meta: v.object({ status: v.number(), msg: v.string(), response_id: FilledText }),
})

/** An item that was sent; `duplicate` where it was there before. */
export type UploadedItem = { id: string; duplicate?: boolean }

/** How far an item's renditions are; `made` counts them, `reason` says why there are no more. */
export const UploadSchema = v.object({
  id: FilledText,
  state: UploadStateName,
  reason: v.string(),
  made: v.number(),
  /** How many there will be, while they are being made and that is known; else 0. */
  planned: v.optional(v.number(), 0),
  /** Whether it is hidden until a moderator has looked at it. */
  is_waiting: v.optional(v.boolean(), false),
  created_at: IsoTimeOrNull,
  updated_at: IsoTimeOrNull,
})

/** An item that has a file already. `renditions` are its other files, as they are sent (`fixed_width.webp` …). */
export const KnownFileSchema = v.object({
  id: FilledText,
  is_own: v.boolean(),
  renditions: v.array(v.string()),
  /** What is said of it, for who may edit it; `username` is '' where it is no one's. */
  words: v.nullable(
    v.object({
      ...v.pick(OwnItem, ['title', 'alt_text', 'type', 'tags', 'rating', 'source_post_url', 'external_media'])
        .entries,
      username: v.string(),
      /** By language: a tag, and the item's own tag that it translates, or ''. */
      language_tags: v.record(v.string(), v.array(v.array(v.string()))),
    }),
  ),
})

/** A takedown: what its item was called, and whose it is; each '' where that isn't known. */
export const TakedownSchema = v.object({
  id: v.number(),
  gif_id: FilledText,
  title: v.string(),
  username: v.string(),
  reason: v.string(),
  note: v.string(),
  actor: v.string(),
  created_at: IsoTime,
  restored_at: IsoTimeOrNull,
})

/** What an id leads to before it's taken down: `gif_id` is the item's own; without `item`, it's no item of the library. */
export const ResolvedSchema = v.object({
  id: FilledText,
  gif_id: FilledText,
  item: v.nullable(
    v.object({
      ...v.pick(OwnItem, ['title', 'rating', 'is_hidden', 'thumbnail']).entries,
      username: v.string(),
      is_removed: v.boolean(),
    }),
  ),
})

/** A small picture as `data:`; '' without one. */
export const StillSchema = v.object({ still: v.string() })

/** All items of a person, for staff, and what is done with them at once. */
export const PersonItemsSchema = v.object({
  total: NaturalNumber,
  hidden: NaturalNumber,
  removed: NaturalNumber,
  /** How often staff have limited or suspended the person. */
  states: NaturalNumber,
  acts: v.array(
    v.object({
      act: v.picklist(ITEM_ACTS),
      /** Items so far. */
      items: NaturalNumber,
      created_at: IsoTime,
      done_at: IsoTimeOrNull,
    }),
  ),
})

/** A person as staff see them. */
export const PersonSchema = v.object({
  ...UserRecordSchema.entries,
  role: RoleName,
  state: v.picklist(['unconfirmed', ...STANDINGS]),
  /** Why staff have limited or suspended the account. */
  state_reason: v.string(),
  is_freelance: v.boolean(),
  has_second_factor: v.boolean(),
  twitter: v.string(),
  created_at: IsoTime,
  /** What `was` of a change takes. */
  updated_at: IsoTime,
})
