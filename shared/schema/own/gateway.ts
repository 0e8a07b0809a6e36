import * as v from 'valibot'
import { SHARE_TYPES, type ShareType } from '../../limits.ts'
import { mustBeOneOf } from '../choices.ts'
import { PingbackEventSchema } from '../pingback.ts'
import { AbsoluteUrl, FilledText, IsoTime, NaturalNumber, ownList } from '../vocabulary.ts'

/** §3 What a pingback says was done; this alone counts for trending. */
export const PINGBACK_ACTIONS = ['SEEN', 'HOVER', 'CLICK'] as const
export type PingbackAction = (typeof PINGBACK_ACTIONS)[number]

/** §7 The labels of analytics events that are about one item. */
const LABELLED = [
  'FAVORITE',
  'SHARE',
  'PAUSE',
  'EMBED_CODE',
  'LINK',
  'COPY_EMBED_CODE',
  'COPY_LINK',
  'PLAY',
  'VIEW_MORE',
] as const

export const shareAction = (type: ShareType) =>
  `SHARE_${type.toUpperCase()}` as `SHARE_${Uppercase<ShareType>}`

/** Everything that is counted of an item. */
export const ACTIONS = [...PINGBACK_ACTIONS, ...LABELLED, ...SHARE_TYPES.map(shareAction)] as const
export type Action = (typeof ACTIONS)[number]

/** §3 The site's batched analytics event. Whose it is (`logged_in_user_id`) is never read from it. */
const SiteEventSchema = v.object({
  ...PingbackEventSchema.entries,
  user_id: v.optional(PingbackEventSchema.entries.user_id),
  action_type: v.picklist(ACTIONS, mustBeOneOf(ACTIONS)),
})

const Events = v.pipe(
  v.array(SiteEventSchema, 'must be a list'),
  v.minLength(1, 'must hold an event'),
  v.maxLength(100, 'must hold at most 100 events'),
)

/** A batch of them, in the form of pingbacks. */
export const SiteEventsSchema = v.object({ events: Events })

/** What was done with an item on a day in UTC, `YYYY-MM-DD`. */
export const OwnDay = v.strictObject({
  gif_id: FilledText,
  day: v.pipe(v.string(), v.isoDate()),
  counts: v.record(v.picklist(ACTIONS), NaturalNumber),
})

// What the embedded gateway answers: strict, where the calls' schemas are lenient for a gateway elsewhere.

/** A GIF in the provider's shape; one of a configured provider has at least its id. */
const OwnGif = v.looseObject({ id: FilledText })
const OwnUser = v.looseObject({
  id: FilledText,
  username: FilledText,
  display_name: v.string(),
  profile_url: AbsoluteUrl,
})

/** `publish_datetime` is '' until it is published, and may be ahead. `gif_count` counts those that are gone too. */
export const OwnStory = v.strictObject({
  story_id: FilledText,
  slug: FilledText,
  title: v.string(),
  caption: v.string(),
  username: v.string(),
  publish_datetime: v.union([v.literal(''), IsoTime]),
  is_published: v.boolean(),
  tags: v.array(v.string()),
  gif_count: NaturalNumber,
  /** The story's page. */
  url: AbsoluteUrl,
  cover_gif: v.nullable(OwnGif),
  gifs: v.array(OwnGif),
  user: v.nullable(OwnUser),
})

/** A list of the newest, without a count: a long one is not counted for a page of it. */
const latest = <S extends v.GenericSchema>(entry: S) => v.strictObject({ results: v.array(entry) })

const OwnTrendingStory = v.strictObject({
  id: FilledText,
  story_id: FilledText,
  publish_datetime: IsoTime,
  story: v.nullable(OwnStory),
})

const OwnEntry = v.strictObject({
  id: FilledText,
  is_sticker: v.boolean(),
  type: FilledText,
  timestamp: IsoTime,
})
const schedule = v.strictObject({ results: v.array(OwnEntry), count: NaturalNumber })

/** `username` is '' for what the cron has published. */
const OwnActivity = v.strictObject({
  id: FilledText,
  action: v.picklist(['create', 'delete', 'publish']),
  username: v.string(),
  timestamp: IsoTime,
  gifs: v.array(OwnEntry),
})

/** By the name of the call. */
export const OWN_GATEWAY_ANSWERS = {
  story: OwnStory,
  storyBySlug: OwnStory,
  createStory: OwnStory,
  updateStory: OwnStory,
  // `next_cursor` is '' on the last page.
  userStories: v.strictObject({ results: v.array(OwnStory), next_cursor: v.string() }),
  partnerArtistStories: latest(OwnStory),
  trendingStories: latest(OwnTrendingStory),
  scheduleTrendingStory: OwnTrendingStory,
  createSchedule: schedule,
  schedule,
  schedulerActivity: latest(OwnActivity),
  // Of a GET.
  analytics: ownList(OwnDay),
}

const Seconds = v.pipe(v.number(), v.minValue(0))

const file = {
  url: AbsoluteUrl,
  type: v.picklist(['image/gif', 'image/webp', 'image/apng', 'video/mp4']),
  width: NaturalNumber,
  height: NaturalNumber,
  size: NaturalNumber,
}

const OwnClip = v.strictObject({
  ...file,
  start: Seconds,
  duration: Seconds,
  cut_at: v.picklist(['frame', 'key_frame']),
})

/** What the embedded imaging service answers, by the name of the call: strict, as `shared/calls/site/own-answers.ts`. */
export const OWN_IMAGING_ANSWERS = {
  // `thumbnail_url` is '' for a film.
  videoInfo: v.strictObject({ ...file, title: v.string(), thumbnail_url: v.string(), duration: Seconds }),
  trimUrl: OwnClip,
  trimFile: OwnClip,
}
