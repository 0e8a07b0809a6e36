import * as v from 'valibot'
import { Flag, Line, lenient, Text, Url, Whole } from './text.ts'
import { UserSchema } from './user.ts'

/** Who is logged in, if anybody (§6: user id, verified status and type count only then). */
export const LoginSchema = v.object({
  // A site may say it by the status alone: then an answer is a yes.
  logged_in: v.optional(Flag, true),
  user: lenient(v.object({ ...UserSchema.entries, user_type: Text })),
})

/** A user's own record, as the site shows it to them and to staff. */
export const UserRecordSchema = v.object({
  ...UserSchema.entries,
  email: Text,
  description: Line,
  website_url: Url,
  banner_url: Url,
  user_type: Text,
})

/** Whether the one who asks follows a user, or whom they follow. */
export const FollowSchema = v.object({ id: Text, username: Line, following: Flag, follower_count: Whole })

export const ViewCountSchema = v.object({ viewCount: Whole, view_count: Whole })

export const BuildSchema = v.object({ build: Text, env: Text, version: Text })

/** What a registration answers: never whether an account was there before. */
export const RegistrationSchema = v.object({ status: Text, message: Line })
