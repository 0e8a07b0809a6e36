import * as v from 'valibot'
import { AbsoluteUrl, FilledText, IsoTime, NaturalNumber, ownList } from '../vocabulary.ts'
import { OwnDay } from './analytics.ts'

/**
 * What the embedded gateway answers. The response schemas of the calls are lenient, for a gateway elsewhere; these are
 * strict: what another may leave out is a fault of ours.
 */

/** A GIF in the provider's shape; one of a configured provider has at least its id. */
const OwnGif = v.looseObject({ id: FilledText })
const OwnUser = v.looseObject({
  id: FilledText,
  username: FilledText,
  display_name: v.string(),
  profile_url: AbsoluteUrl,
})

/** `publish_datetime` is '' while nobody has published it, and may be ahead. `gif_count` counts those that are gone too. */
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
