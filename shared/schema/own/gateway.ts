import * as v from 'valibot'
import { OwnDay } from './analytics.ts'
import { ownList } from './answers.ts'

/**
 * What the embedded gateway answers. The response schemas of the calls are lenient, for a gateway elsewhere; these are
 * strict: what another may leave out is a fault of ours.
 */
const Words = v.pipe(v.string(), v.minLength(1))
const Url = v.pipe(v.string(), v.url())
const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Moment = v.pipe(v.string(), v.isoTimestamp())

/** A GIF in the provider's shape; one of a configured provider has at least its id. */
const OwnGif = v.looseObject({ id: Words })
const OwnUser = v.looseObject({ id: Words, username: Words, display_name: v.string(), profile_url: Url })

/** `publish_datetime` is '' while nobody has published it, and may be ahead. `gif_count` counts those that are gone too. */
export const OwnStory = v.strictObject({
  story_id: Words,
  slug: Words,
  title: v.string(),
  caption: v.string(),
  username: v.string(),
  publish_datetime: v.union([v.literal(''), Moment]),
  is_published: v.boolean(),
  tags: v.array(v.string()),
  gif_count: Count,
  /** The story's page. */
  url: Url,
  cover_gif: v.nullable(OwnGif),
  gifs: v.array(OwnGif),
  user: v.nullable(OwnUser),
})

/** A list of the newest, without a count: a long one is not counted for a page of it. */
const latest = <S extends v.GenericSchema>(entry: S) => v.strictObject({ results: v.array(entry) })

const OwnTrendingStory = v.strictObject({
  id: Words,
  story_id: Words,
  publish_datetime: Moment,
  story: v.nullable(OwnStory),
})

const OwnEntry = v.strictObject({ id: Words, is_sticker: v.boolean(), type: Words, timestamp: Moment })
const schedule = v.strictObject({ results: v.array(OwnEntry), count: Count })

/** `username` is '' for what the cron has published. */
const OwnActivity = v.strictObject({
  id: Words,
  action: v.picklist(['create', 'delete', 'publish']),
  username: v.string(),
  timestamp: Moment,
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
