import * as v from 'valibot'
import { SHARE_TYPES, type ShareType } from '../../limits.ts'
import { mustBeOneOf } from '../choices.ts'
import { PingbackEventSchema } from '../pingback.ts'
import { AbsoluteUrl, FilledText, IsoTime, NaturalNumber } from '../vocabulary.ts'

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
