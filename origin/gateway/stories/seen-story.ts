import { and, eq, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { SeenStory } from '../../../shared/calls/gateway.ts'
import { AppError } from '../../../shared/errors.ts'
import { StorySchema } from '../../../shared/schema/site-records.ts'
import { stories } from '../../schema/stories.ts'
import type { GatewayRequest } from '../gateway-handlers.ts'
import { storiesJson } from './story-json.ts'
import type { StoryRow } from './story-rows.ts'

export const changedMeanwhile = () =>
  new AppError('conflict', 'Somebody else has changed this story meanwhile')

/** The columns that a field shows: without a cover of its own a story has its first GIF's. */
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
 * The condition of a write that a story still is as somebody has seen it, as of the row that was read.
 * @throws AppError 'conflict' where it is another one already
 */
export async function asSeen(
  request: GatewayRequest,
  row: StoryRow,
  was: SeenStory,
): Promise<SQL | undefined> {
  // As clients read it: GIFs that are gone are left out.
  const [json] = await storiesJson(request, [row], 'all')
  const { cover_gif, gifs, ...words } = v.parse(StorySchema, json)
  const now = { ...words, cover_gif: cover_gif?.id ?? '', gifs: gifs.map(({ id }) => id) }
  const names = Object.keys(was) as (keyof SeenStory)[]
  if (names.some((name) => JSON.stringify(now[name]) !== JSON.stringify(was[name]))) throw changedMeanwhile()
  return and(...names.flatMap((name) => COLUMNS[name].map((column) => eq(stories[column], row[column]))))
}
