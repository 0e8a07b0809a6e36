import * as v from 'valibot'
import { USER_ROLES, type UserRole } from './choices.ts'
import { Flag, Line, lenient, Text, Url, Whole } from './text.ts'
import { UserSchema } from './user.ts'

/**
 * Who is logged in, if anybody (§6: user id, verified status and type count only then), as a page reads it. What somebody
 * may do is decided by `SignedInSchema` alone.
 */
export const LoginSchema = v.object({
  // Some sites use the status alone: then any success means logged in.
  logged_in: v.optional(Flag, true),
  user: lenient(v.object({ ...UserSchema.entries, user_type: Text })),
})

const UserId = v.union([
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.transform(String)),
])
const signedIn = { logged_in: v.literal(true) }
const named = { username: v.optional(Line, '') }

type Rights = { role?: unknown; is_staff?: unknown; is_moderator?: unknown }
const rights = {
  role: v.optional(v.unknown()),
  is_staff: v.optional(v.unknown()),
  is_moderator: v.optional(v.unknown()),
}

/** A user's role: `role` where the site has one, else its two flags. Whatever is missing or unknown is a plain user. */
function roleOf({ role, is_staff, is_moderator }: Rights): UserRole {
  if (role !== undefined && role !== null) return USER_ROLES.find((known) => known === role) ?? 'user'
  if (is_staff === true) return 'staff'
  return is_moderator === true ? 'moderator' : 'user'
}

/**
 * Who is signed in, and as what, for authorisation (T41): the flag must be true, and the user must have an id. Everything
 * else is nobody, because a site under maintenance or a proxy's page also comes with status 200.
 */
export const SignedInSchema = v.union([
  v.pipe(
    v.object({ ...signedIn, user: v.object({ id: UserId, ...named, ...rights }) }),
    v.transform(({ user }) => ({ id: user.id, role: roleOf(user), name: user.username || user.id })),
  ),
  v.pipe(
    v.object({ ...signedIn, user_id: UserId, ...named, ...rights }),
    v.transform((user) => ({ id: user.user_id, role: roleOf(user), name: user.username || user.user_id })),
  ),
])

/** A user's full record, for the user and for staff. */
export const UserRecordSchema = v.object({
  ...UserSchema.entries,
  email: Text,
  description: Line,
  website_url: Url,
  banner_url: Url,
  user_type: Text,
  // A site elsewhere knows no account without one.
  has_password: v.optional(Flag, true),
})

/** A follow: whether the caller follows this user. */
export const FollowSchema = v.object({ id: Text, username: Line, following: Flag, follower_count: Whole })

export const ViewCountSchema = v.object({ viewCount: Whole, view_count: Whole })

export const BuildSchema = v.object({ build: Text, env: Text, version: Text })

/** A registration's response. It never reveals whether the account existed. */
export const RegistrationSchema = v.object({ status: Text, message: Line })
