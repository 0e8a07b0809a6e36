import * as v from 'valibot'
import { Flag, Line, lenient, Text, Url, Whole } from './text.ts'
import { UserSchema } from './user.ts'

/** Who is logged in, if anybody (§6: user id, verified status and type count only then). */
export const LoginSchema = v.object({
  // Some sites use the status alone: then any success means logged in.
  logged_in: v.optional(Flag, true),
  user: lenient(v.object({ ...UserSchema.entries, user_type: Text })),
})

/** A user's full record, for the user and for staff. */
export const UserRecordSchema = v.object({
  ...UserSchema.entries,
  email: Text,
  description: Line,
  website_url: Url,
  banner_url: Url,
  user_type: Text,
})

/** A follow: whether the caller follows this user. */
export const FollowSchema = v.object({ id: Text, username: Line, following: Flag, follower_count: Whole })

export const ViewCountSchema = v.object({ viewCount: Whole, view_count: Whole })

export const BuildSchema = v.object({ build: Text, env: Text, version: Text })

/** A registration's response. It never reveals whether the account existed. */
export const RegistrationSchema = v.object({ status: Text, message: Line })
