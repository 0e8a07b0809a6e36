import * as v from 'valibot'
import { PARTNER_STORIES_LIMIT, SCHEDULE_DEFAULTS, SHARE_TYPES } from '../limits.ts'
import { EmptyResponse, recordList } from '../schema/record-list.ts'
import {
  ScheduledGifSchema,
  SchedulerActivitySchema,
  StorySchema,
  TrendingStorySchema,
} from '../schema/site-records.ts'
import { family } from './call.ts'
import { optionalField } from './fields.ts'
import {
  FreeText,
  Identifier,
  Moment,
  NonNegative,
  OneOf,
  RecordId,
  Username,
  WordList,
  YesNo,
} from './site-fields.ts'

const storyCall = family({ upstream: 'gateway', auth: 'token', cache: 'never' })
const schedulerCall = family({ upstream: 'gateway', auth: 'tagger', cache: 'never' })

const MAX_GIFS = 100
const ListOf = <S extends v.GenericSchema>(entry: S) =>
  v.pipe(
    v.array(entry, 'must be a list'),
    v.minLength(1, 'must hold at least one GIF'),
    v.maxLength(MAX_GIFS, `must hold at most ${MAX_GIFS} GIFs`),
  )

const story = {
  slug: optionalField(RecordId),
  // '' takes the words away.
  title: v.optional(FreeText(200)),
  caption: v.optional(FreeText(2000)),
  username: optionalField(Username),
  publish_datetime: v.optional(v.nullable(Moment)),
  tags: optionalField(WordList),
  cover_gif: optionalField(RecordId),
  gifs: optionalField(ListOf(RecordId)),
}

/** Fields of a story as somebody has seen them; `cover_gif` and `publish_datetime` are '' for none. */
export const SeenStory = v.partial(
  v.strictObject({
    slug: FreeText(64),
    title: FreeText(200),
    caption: FreeText(2000),
    publish_datetime: FreeText(40),
    tags: v.pipe(v.array(FreeText(100)), v.maxLength(MAX_GIFS)),
    cover_gif: FreeText(64),
    gifs: v.pipe(v.array(RecordId), v.maxLength(MAX_GIFS)),
  }),
)

/** §3 Scheduled GIF entry; a bare id means a GIF. */
const Entry = v.union(
  [RecordId, v.object({ id: RecordId, is_sticker: optionalField(YesNo), type: optionalField(Identifier) })],
  'must be an id, or id, is_sticker and type',
)
const Schedule = v.object({ gifs: ListOf(Entry), timestamp: Moment })

const REST = /^[A-Za-z0-9_.-]{1,64}(\/[A-Za-z0-9_.-]{1,64}){0,7}\/?$/
const hasDots = (path: string) => path.split('/').some((part) => /^\.+$/.test(part))

/** §7 The service gateway: stories, the scheduler of trending GIFs, analytics. */
export const gatewayCalls = {
  storyBySlug: storyCall({
    role: 'visitor',
    path: '/stories/slug/:slug',
    input: v.object({ slug: RecordId }),
    response: StorySchema,
  }),
  partnerArtistStories: storyCall({
    role: 'visitor',
    path: '/stories/partnerArtist',
    input: v.object({
      limit: v.optional(NonNegative, PARTNER_STORIES_LIMIT),
      since: optionalField(Moment),
      until: optionalField(Moment),
    }),
    response: recordList(StorySchema),
  }),
  trendingStories: storyCall({
    role: 'visitor',
    path: '/stories/trending',
    input: v.object({}),
    response: recordList(TrendingStorySchema),
  }),
  scheduleTrendingStory: storyCall({
    role: 'staff',
    method: 'POST',
    path: '/stories/trending',
    encoding: 'json',
    input: v.object({ story_id: RecordId, publish_datetime: Moment }),
    response: TrendingStorySchema,
  }),
  deleteTrendingStory: storyCall({
    role: 'staff',
    method: 'DELETE',
    path: '/stories/trending/:id',
    input: v.object({ id: RecordId }),
    response: EmptyResponse,
  }),
  userStories: storyCall({
    role: 'visitor',
    path: '/stories',
    // §5: without a username an error is logged, and nothing is fetched.
    onBadInput: 'log',
    input: v.object(
      {
        username: Username,
        fetch_unpublished: optionalField(YesNo),
        limit: optionalField(NonNegative),
        next_cursor: optionalField(FreeText(512)),
        gif_hydration_method: optionalField(Identifier),
      },
      'username is required',
    ),
    response: recordList(StorySchema),
  }),
  createStory: storyCall({
    role: 'user',
    method: 'POST',
    path: '/stories',
    encoding: 'json',
    input: v.object(story),
    response: StorySchema,
  }),
  story: storyCall({
    role: 'visitor',
    path: '/stories/:id',
    input: v.object({ id: RecordId }),
    response: StorySchema,
  }),
  updateStory: storyCall({
    role: 'owner',
    method: 'PUT',
    path: '/stories/:id',
    encoding: 'json',
    // `was` is ours alone: other values since are a conflict.
    input: v.object({ id: RecordId, ...story, was: optionalField(SeenStory) }),
    response: StorySchema,
  }),
  deleteStory: storyCall({
    role: 'owner',
    method: 'DELETE',
    path: '/stories/:id',
    input: v.object({ id: RecordId }),
    response: EmptyResponse,
  }),
  createSchedule: schedulerCall({
    role: 'staff',
    method: 'POST',
    path: '/trendingscheduler/schedule',
    encoding: 'json',
    input: Schedule,
    response: recordList(ScheduledGifSchema),
  }),
  schedule: schedulerCall({
    role: 'staff',
    path: '/trendingscheduler/schedule',
    input: v.object({
      limit: v.optional(NonNegative, SCHEDULE_DEFAULTS.limit),
      offset: v.optional(NonNegative, SCHEDULE_DEFAULTS.offset),
      type: v.optional(Identifier, SCHEDULE_DEFAULTS.type),
    }),
    response: recordList(ScheduledGifSchema),
  }),
  deleteSchedule: schedulerCall({
    role: 'staff',
    method: 'DELETE',
    path: '/trendingscheduler/schedule',
    encoding: 'json',
    input: Schedule,
    response: EmptyResponse,
  }),
  schedulerActivity: schedulerCall({
    role: 'staff',
    path: '/trendingscheduler/activity',
    input: v.object({}),
    response: recordList(SchedulerActivitySchema),
  }),
  // §7 does not give its shape. It needs no credentials: an embed's visitors have none.
  shareAnalytics: storyCall({
    role: 'visitor',
    method: 'POST',
    path: '/analytics/share',
    encoding: 'json',
    auth: 'none',
    input: v.object({
      shareType: OneOf(SHARE_TYPES),
      gifId: RecordId,
    }),
    response: EmptyResponse,
  }),
  analytics: storyCall({
    role: 'user',
    method: 'ANY',
    path: '/analytics/:rest{.+}',
    encoding: 'raw',
    input: v.object({
      rest: v.pipe(
        v.string('must be a path'),
        v.regex(REST, 'must be a path of up to 8 words'),
        v.check((path) => !hasDots(path), 'must be a path of up to 8 words'),
      ),
    }),
    response: v.unknown(),
  }),
}
