import * as v from 'valibot'
import { USER_ROLES } from '../choices.ts'
import { FilledText, NaturalNumber } from '../vocabulary.ts'
import { OwnUser } from './items.ts'

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
] as const
