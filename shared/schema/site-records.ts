import * as v from 'valibot'
import { USER_ROLES, type UserRole } from './choices.ts'
import { GifSchema, UserSchema } from './gif.ts'
import { AnyId, Flag, Line, lenient, linesOf, listOf, Text, Url, Whole } from './text.ts'

/** Who is logged in, if anyone (§6), as a page reads it. What a person may do, `SignedInSchema` alone decides. */
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

/** A user's role: `role` where the site has one, else its two flags. A missing or unknown role is a plain user. */
function roleOf({ role, is_staff, is_moderator }: Rights): UserRole {
  if (role !== undefined && role !== null) return USER_ROLES.find((known) => known === role) ?? 'user'
  if (is_staff === true) return 'staff'
  return is_moderator === true ? 'moderator' : 'user'
}

/**
 * Who is signed in, and as what, for authorisation (T41): the flag must be true, and the user must have an id. Everything
 * else is a visitor, because a site under maintenance or a proxy's page also comes with status 200.
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
  /** Of a sign-in at the embedded site: what the role allows needs a second factor first. */
  needs_second_factor: v.optional(Flag),
  /** Of one's own record: an address that waits for its confirmation. */
  pending_email: v.optional(Text),
})

/** A follow: whether the caller follows this user. */
export const FollowSchema = v.object({ id: Text, username: Line, following: Flag, follower_count: Whole })

export const ViewCountSchema = v.object({ viewCount: Whole, view_count: Whole })

export const BuildSchema = v.object({ build: Text, env: Text, version: Text })

/** A registration's response. It never reveals whether the account existed. */
export const RegistrationSchema = v.object({ status: Text, message: Line })

/** A channel's slug: letters, digits, dashes; never digits alone: those are a channel's number. */
export const CHANNEL_SLUG = /^(?!\d+$)[A-Za-z0-9_-]{1,64}$/

/** §3 A tag with its rank in a channel. */
export const RankedTagSchema = v.object({ id: AnyId, channel: Text, tag: Line, rank: Whole })

/** §3 A tag whose GIFs join a channel automatically. */
export const MagicTagSchema = v.object({ id: AnyId, channel: Text, tag: Line })

/** §3 Channel. `parent` is '' for a root channel. */
export const ChannelSchema = v.object({
  id: AnyId,
  parent: Text,
  position: Whole,
  target_channel: Text,
  slug: Text,
  display_name: Line,
  short_display_name: Line,
  description: Line,
  is_visible: v.optional(Flag, true),
  has_children: Flag,
  user: lenient(UserSchema),
  featured_gif: lenient(GifSchema),
  ranked_tags: listOf(RankedTagSchema),
  magic_tags: listOf(MagicTagSchema),
})
export type Channel = v.InferOutput<typeof ChannelSchema>

/** A GIF's membership in a channel. */
export const ChannelGifSchema = v.object({ id: Text, channel: Text, gif: Text })

/** Whether a GIF is trending, and where. */
export const TrendingGifSchema = v.object({ id: AnyId, is_trending: Flag, rank: Whole })

/** §3 "Fields of GIF tag counts … not shown": a tag and its count. */
export const TagCountSchema = v.object({ tag: Line, count: Whole })

/** §3 GIF language tags: tags, lang. */
export const LanguageTagsSchema = v.object({ gif_id: Text, lang: Text, tags: listOf(v.string()) })

/** §3 "translations: not shown": a tag in another language. */
export const TagTranslationSchema = v.object({ tag: Line, lang: Text, translation: Line })

export const MetadataSchema = v.object({
  id: Text,
  title: Line,
  source: Url,
  rating: Text,
  tags: listOf(v.string()),
  view_count: Whole,
  create_datetime: Text,
})

/** Metadata with the fields for staff. */
export const ExtendedMetadataSchema = v.object({
  ...MetadataSchema.entries,
  username: Line,
  is_hidden: Flag,
  is_indexable: Flag,
  is_removed: Flag,
  languages: listOf(LanguageTagsSchema),
})

export const GifRecordSchema = v.object({ gif_id: Text, key: Text, value: Text })

export const TweetSchema = v.object({ id: Text, url: Url, text: Line, media_url: Url })

/** §3 Moderation batch job: `assigned` until its action is set (§4). */
export const BatchJobSchema = v.object({
  id: Text,
  job_id: AnyId,
  user_id: Text,
  action: Text,
  gif_ids: listOf(v.string()),
  /** Those that are not decided yet; a site elsewhere may not tell. */
  waiting: v.optional(listOf(v.string())),
  versions: v.optional(
    listOf(
      v.object({
        gif_id: AnyId,
        revision: Whole,
        changes: listOf(v.object({ field: Text, before: linesOf(5000), after: linesOf(5000) })),
      }),
    ),
  ),
})

export const LeaderboardRowSchema = v.object({ user_id: Text, username: Line, count: Whole })

/** A GIF after a moderator's decision. */
export const ModeratedSchema = v.object({
  gif_id: Text,
  action: Text,
  rating: Text,
  revision: v.optional(v.number()),
})

/** The result of a takedown request, per GIF. */
export const TakedownResponseSchema = v.object({
  takedowns: listOf(v.object({ gif_id: AnyId, reason: Text, status: Text })),
})

/** §3 Story. Without a `publish_datetime` it is not published (§4). */
export const StorySchema = v.object({
  story_id: AnyId,
  slug: Text,
  title: Line,
  caption: linesOf(2000),
  username: Line,
  publish_datetime: Text,
  is_published: Flag,
  tags: listOf(v.string()),
  gif_count: Whole,
  url: Url,
  cover_gif: lenient(GifSchema),
  gifs: listOf(GifSchema),
  user: lenient(UserSchema),
})
export type Story = v.InferOutput<typeof StorySchema>

/** §3 Trending story: a story and its publication time. */
export const TrendingStorySchema = v.object({
  id: Text,
  story_id: AnyId,
  publish_datetime: Text,
  story: lenient(StorySchema),
})

/** §3 Scheduled GIF entry. `timestamp` is seconds since 1970, or a date, in the scheduler's format. */
export const ScheduledGifSchema = v.object({ id: AnyId, is_sticker: Flag, type: Text, timestamp: Text })

/** A change of the schedule. */
export const SchedulerActivitySchema = v.object({
  id: Text,
  action: Text,
  username: Line,
  timestamp: Text,
  gifs: listOf(ScheduledGifSchema),
})
