import type * as v from 'valibot'
import { storyPath } from '../../../shared/public/browse-path.ts'
import type { OwnStory } from '../../../shared/schema/own/gateway.ts'
import { userJson } from '../../json/user-json.ts'
import type { GatewayRequest } from '../gateway-handlers.ts'
import { momentJson } from '../moment.ts'
import { shownGifs } from '../shown-gifs.ts'
import type { StoryRow } from './story-rows.ts'

/** How many of a story's GIFs stand in a response. */
export type Hydration = 'all' | 'cover'

/** Of a story without a cover, or with one that is gone since: the first of the next ones that is shown. */
const COVERS = 2

const coversOf = ({ cover_gif, gifs }: StoryRow) =>
  [...new Set([cover_gif, ...gifs])].filter(Boolean).slice(0, COVERS)

const idsOf = (story: StoryRow, hydration: Hydration): string[] =>
  hydration === 'all' ? [...coversOf(story), ...story.gifs] : coversOf(story)

/** Whether everybody may see it. */
export const isPublished = ({ publish_at }: Pick<StoryRow, 'publish_at'>, nowMs: number): boolean =>
  publish_at <= new Date(nowMs).toISOString()

/** Stories with their GIFs, in order. What nobody may see any more is left out. */
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
