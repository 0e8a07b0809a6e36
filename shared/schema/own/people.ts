import * as v from 'valibot'
import { OwnCount, OwnId, OwnUser } from './answers.ts'

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
  role: v.picklist(['', 'user', 'artist', 'moderator', 'staff']),
  user_type: v.picklist(['', 'user', 'artist', 'moderator', 'staff']),
  is_freelance: v.boolean(),
  /** Of one's own record. */
  has_password: v.optional(v.boolean()),
})

export const OwnFollow = v.strictObject({
  id: OwnId,
  username: OwnId,
  following: v.boolean(),
  follower_count: OwnCount,
})

export const OwnViewCount = v.strictObject({ viewCount: OwnCount, view_count: OwnCount })

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
