import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { storyPath } from '../../../shared/public/browse-path.ts'
import type { OwnStory } from '../../../shared/schema/own/gateway.ts'
import { USER_JSON, UserRow, userJson } from '../../people/users.ts'
import { findRow, findRows, json } from '../../sql.ts'
import { type GatewayRequest, momentJson, publicGifs } from '../gateway-request.ts'

const Ids = json(v.array(v.string()))

export const StoryRow = v.object({
  num: v.number(),
  id: v.string(),
  slug: v.string(),
  user_id: v.nullable(v.string()),
  title: v.string(),
  caption: v.string(),
  tags: Ids,
  gifs: Ids,
  cover_gif: v.string(),
  publish_at: v.string(),
  user: v.nullable(json(UserRow)),
})
/** A story with who made it. */
export type StoryRow = v.InferOutput<typeof StoryRow>

const COLUMNS = `
  SELECT s.num, s.id, s.slug, s.user_id, s.title, s.caption, s.tags, s.gifs, s.cover_gif, s.publish_at,
         ${USER_JSON}
    FROM stories AS s`

const withUser = (kind: 'LEFT JOIN' | 'CROSS JOIN') => `${COLUMNS} ${kind} users AS u ON u.id = s.user_id`

const WHERE = { id: 's.id', slug: 's.slug' } as const

/** One story, by id or slug. */
export const findStoryRow = (
  d1: D1Database,
  by: keyof typeof WHERE,
  value: string,
): Promise<StoryRow | undefined> =>
  findRow(StoryRow, d1.prepare(`${withUser('LEFT JOIN')} WHERE ${WHERE[by]} = ?1`).bind(value))

const STORIES_BY_ID = `${withUser('LEFT JOIN')} WHERE s.id IN (SELECT value FROM json_each(?1))`

/** The stories of these ids, in no order. */
export const storiesById = (d1: D1Database, ids: readonly string[]): Promise<StoryRow[]> =>
  findRows(StoryRow, d1.prepare(STORIES_BY_ID).bind(JSON.stringify(ids)))

/** The story that a user's request made, while it is still as it was made. */
export const madeStory = (d1: D1Database, userId: string, madeFrom: string) =>
  d1.prepare(`${withUser('LEFT JOIN')} WHERE s.user_id = ?1 AND s.made_from = ?2`).bind(userId, madeFrom)

/** Where a page of a person's stories begins: behind the story with this time and number. */
export type StoryPlace = Pick<StoryRow, 'publish_at' | 'num'>

/** Before all stories. */
export const FIRST_PLACE: StoryPlace = { publish_at: 'A', num: 0 }

// Newest first, and before them what is not published yet. A place is a row value, and the only bound, so that a page is a
// range of the index.
const USER_STORIES = `${withUser('CROSS JOIN')}
   WHERE s.user_id = ?1 AND (s.publish_at, s.num) < (?2, ?3)
   ORDER BY s.publish_at DESC, s.num DESC LIMIT ?4`

/** A person's stories from a place on, up to those that are published at a time. */
export async function userStories(
  d1: D1Database,
  userId: string,
  { until, after, limit }: { until: string; after: StoryPlace; limit: number },
): Promise<StoryRow[]> {
  const from = after.publish_at <= until ? after : { publish_at: until, num: Number.MAX_SAFE_INTEGER }
  return findRows(StoryRow, d1.prepare(USER_STORIES).bind(userId, from.publish_at, from.num, limit))
}

const PARTNER_STORIES = `${withUser('CROSS JOIN')}
   WHERE s.is_partner = 1 AND s.publish_at >= ?1 AND s.publish_at <= ?2
   ORDER BY s.publish_at DESC, s.num DESC LIMIT ?3`

/** Artists' stories that were published within a time, the newest first. */
export const partnerStories = (
  d1: D1Database,
  { since, until, limit }: { since: string; until: string; limit: number },
): Promise<StoryRow[]> => findRows(StoryRow, d1.prepare(PARTNER_STORIES).bind(since, until, limit))

const PERSON = "SELECT id FROM users WHERE username = ?1 AND state = 'active'"

/** The id of a person who has confirmed their address. */
export const personByName = (d1: D1Database, username: string): Promise<string | null> =>
  d1.prepare(PERSON).bind(username).first<string>('id')

/** How many of a story's GIFs stand in a response. */
export type Hydration = 'all' | 'cover'

/** Of a story without a cover, or with one that is gone since: the first of the next ones that is shown. */
const COVERS = 2

const coversOf = ({ cover_gif, gifs }: StoryRow) =>
  [...new Set([cover_gif, ...gifs])].filter(Boolean).slice(0, COVERS)

const idsOf = (story: StoryRow, hydration: Hydration): string[] =>
  hydration === 'all' ? [...coversOf(story), ...story.gifs] : coversOf(story)

/** Whether everyone may see it. */
export const isStoryPublished = ({ publish_at }: Pick<StoryRow, 'publish_at'>, nowMs: number): boolean =>
  publish_at <= new Date(nowMs).toISOString()

/** Stories with their GIFs, in order. GIFs that are no longer shown are left out. */
export async function storiesJson(
  request: Pick<GatewayRequest, 'gifs' | 'actor' | 'publicUrl' | 'nowMs'>,
  rows: readonly StoryRow[],
  hydration: Hydration,
): Promise<v.InferInput<typeof OwnStory>[]> {
  const { publicUrl, nowMs } = request
  const shown = await publicGifs(
    request,
    rows.flatMap((row) => idsOf(row, hydration)),
  )
  const gifsOf = (ids: readonly string[]) => ids.flatMap((id) => shown.get(id) ?? []) as { id: string }[]
  return rows.map((row) => ({
    story_id: row.id,
    slug: row.slug,
    title: row.title,
    caption: row.caption,
    username: row.user?.username ?? '',
    publish_datetime: momentJson(row.publish_at),
    is_published: isStoryPublished(row, nowMs),
    tags: row.tags,
    gif_count: row.gifs.length,
    url: publicUrl + storyPath(row.slug),
    cover_gif: gifsOf(coversOf(row))[0] ?? null,
    gifs: hydration === 'all' ? gifsOf(row.gifs) : [],
    user: row.user && userJson(row.user, publicUrl),
  }))
}
