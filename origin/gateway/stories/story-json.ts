import * as v from 'valibot'
import type { SeenStory } from '../../../shared/calls/gateway.ts'
import { AppError } from '../../../shared/errors.ts'
import { storyPath } from '../../../shared/public/browse-path.ts'
import type { OwnStory } from '../../../shared/schema/own/gateway.ts'
import { StorySchema } from '../../../shared/schema/site-records.ts'
import { userJson } from '../../people/users.ts'
import { equal } from '../../sql.ts'
import type { GatewayRequest } from '../gateway-handlers.ts'
import { momentJson } from '../moment.ts'
import { shownGifs } from '../shown-gifs.ts'
import type { StoryRow } from './story-rows.ts'

export const changedMeanwhile = () =>
  new AppError('conflict', 'Someone else has changed this story meanwhile')

/** The columns that a field shows: without a cover a story has its first GIF's. */
const COLUMNS = {
  slug: ['slug'],
  title: ['title'],
  caption: ['caption'],
  publish_datetime: ['publish_at'],
  tags: ['tags'],
  cover_gif: ['cover_gif', 'gifs'],
  gifs: ['gifs'],
} as const satisfies Record<keyof SeenStory, readonly (keyof StoryRow)[]>

/**
 * The conditions of a write: a story is still as the user saw it, by the row that was read.
 * @throws AppError 'conflict' where it has changed already
 */
export async function asSeen(request: GatewayRequest, row: StoryRow, was: SeenStory) {
  // As clients read it: GIFs that are gone are left out.
  const [json] = await storiesJson(request, [row], 'all')
  const { cover_gif, gifs, ...words } = v.parse(StorySchema, json)
  const now = { ...words, cover_gif: cover_gif?.id ?? '', gifs: gifs.map(({ id }) => id) }
  const names = Object.keys(was) as (keyof SeenStory)[]
  if (names.some((name) => JSON.stringify(now[name]) !== JSON.stringify(was[name]))) throw changedMeanwhile()
  return equal([...new Set(names.flatMap((name) => COLUMNS[name]))], row)
}

/** How many of a story's GIFs stand in a response. */
export type Hydration = 'all' | 'cover'

/** Of a story without a cover, or with one that is gone since: the first of the next ones that is shown. */
const COVERS = 2

const coversOf = ({ cover_gif, gifs }: StoryRow) =>
  [...new Set([cover_gif, ...gifs])].filter(Boolean).slice(0, COVERS)

const idsOf = (story: StoryRow, hydration: Hydration): string[] =>
  hydration === 'all' ? [...coversOf(story), ...story.gifs] : coversOf(story)

/** Whether everyone may see it. */
export const isPublished = ({ publish_at }: Pick<StoryRow, 'publish_at'>, nowMs: number): boolean =>
  publish_at <= new Date(nowMs).toISOString()

/** Stories with their GIFs, in order. GIFs that are no longer shown are left out. */
export async function storiesJson(
  request: Pick<GatewayRequest, 'gifs' | 'actor' | 'publicUrl' | 'nowMs'>,
  rows: readonly StoryRow[],
  hydration: Hydration,
): Promise<v.InferInput<typeof OwnStory>[]> {
  const { publicUrl, nowMs } = request
  const shown = await shownGifs(
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
    is_published: isPublished(row, nowMs),
    tags: row.tags,
    gif_count: row.gifs.length,
    url: publicUrl + storyPath(row.slug),
    cover_gif: gifsOf(coversOf(row))[0] ?? null,
    gifs: hydration === 'all' ? gifsOf(row.gifs) : [],
    user: row.user && userJson(row.user, publicUrl),
  }))
}
