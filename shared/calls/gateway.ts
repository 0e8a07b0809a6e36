import * as v from 'valibot'
import { PARTNER_STORIES_LIMIT, SCHEDULE_DEFAULTS, SHARE_TYPES } from '../limits.ts'
import {
  ScheduledGifSchema,
  SchedulerActivitySchema,
  StorySchema,
  TrendingStorySchema,
} from '../schema/site-records.ts'
import { EmptyResponse, recordList } from '../schema/text.ts'
import { family } from './call.ts'
import {
  FreeText,
  Identifier,
  Moment,
  NonNegative,
  Nothing,
  OneOf,
  OneRecord,
  optionalField,
  RecordId,
  Username,
  WordList,
  YesNo,
} from './fields.ts'

const json = { upstream: 'gateway', cache: 'never', writes: { encoding: 'json' } } as const
const stories = family({ ...json, auth: 'token' })
const scheduler = family({ ...json, auth: 'tagger' })

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

/** Fields of a story as its editor has seen them; `cover_gif` and `publish_datetime` may be ''. */
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

export type SeenStory = v.InferOutput<typeof SeenStory>

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
  storyBySlug: stories.get('visitor', '/stories/slug/:slug', v.object({ slug: RecordId }), StorySchema),
  partnerArtistStories: stories.get(
    'visitor',
    '/stories/partnerArtist',
    v.object({
      limit: v.optional(NonNegative, PARTNER_STORIES_LIMIT),
      since: optionalField(Moment),
      until: optionalField(Moment),
    }),
    recordList(StorySchema),
  ),
  trendingStories: stories.get('visitor', '/stories/trending', Nothing, recordList(TrendingStorySchema)),
  scheduleTrendingStory: stories.post(
    'staff',
    '/stories/trending',
    v.object({ story_id: RecordId, publish_datetime: Moment }),
    TrendingStorySchema,
  ),
  deleteTrendingStory: stories.del('staff', '/stories/trending/:id', OneRecord, EmptyResponse),
  // §5: without a username an error is logged, and nothing is fetched.
  userStories: stories.get(
    'visitor',
    '/stories',
    v.object(
      {
        username: Username,
        fetch_unpublished: optionalField(YesNo),
        limit: optionalField(NonNegative),
        next_cursor: optionalField(FreeText(512)),
        gif_hydration_method: optionalField(Identifier),
      },
      'username is required',
    ),
    recordList(StorySchema),
    { onBadInput: 'log' },
  ),
  createStory: stories.post('user', '/stories', v.object(story), StorySchema),
  story: stories.get('visitor', '/stories/:id', OneRecord, StorySchema),
  // `was` is ours alone: other values since are a conflict.
  updateStory: stories.put(
    'owner',
    '/stories/:id',
    v.object({ id: RecordId, ...story, was: optionalField(SeenStory) }),
    StorySchema,
  ),
  deleteStory: stories.del('owner', '/stories/:id', OneRecord, EmptyResponse),
  createSchedule: scheduler.post(
    'staff',
    '/trendingscheduler/schedule',
    Schedule,
    recordList(ScheduledGifSchema),
  ),
  schedule: scheduler.get(
    'staff',
    '/trendingscheduler/schedule',
    v.object({
      limit: v.optional(NonNegative, SCHEDULE_DEFAULTS.limit),
      offset: v.optional(NonNegative, SCHEDULE_DEFAULTS.offset),
      type: v.optional(Identifier, SCHEDULE_DEFAULTS.type),
    }),
    recordList(ScheduledGifSchema),
  ),
  deleteSchedule: scheduler.del('staff', '/trendingscheduler/schedule', Schedule, EmptyResponse, {
    encoding: 'json',
  }),
  schedulerActivity: scheduler.get(
    'staff',
    '/trendingscheduler/activity',
    Nothing,
    recordList(SchedulerActivitySchema),
  ),
  // §7 does not give its shape. It needs no credentials: an embed's visitors have none.
  shareAnalytics: stories.post(
    'visitor',
    '/analytics/share',
    v.object({
      shareType: OneOf(SHARE_TYPES),
      gifId: RecordId,
    }),
    EmptyResponse,
    { auth: 'none', scope: 'read' },
  ),
  analytics: stories.any(
    'user',
    '/analytics/:rest{.+}',
    v.object({
      rest: v.pipe(
        v.string('must be a path'),
        v.regex(REST, 'must be a path of up to 8 words'),
        v.check((path) => !hasDots(path), 'must be a path of up to 8 words'),
      ),
    }),
    v.unknown(),
    { scope: 'read' },
  ),
}
