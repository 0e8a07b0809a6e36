import type { Context } from 'hono'
import { isPublished, type StoryView, storyView } from '../../../shared/public/story-view.ts'
import type { Story } from '../../../shared/schema/site-records.ts'
import type { App } from '../../app-types.ts'
import { readContext } from '../../http/read-context.ts'

/** Views of the stories that everybody may see. */
export const shownIn = (c: Context<App>, stories: readonly Story[]): Promise<StoryView[]> =>
  viewsOf(
    c,
    stories.filter((one) => isPublished(one, Date.now())),
  )

/** Views without the GIFs that are gone since the gateway knew them. */
export async function viewsOf(c: Context<App>, stories: readonly Story[]): Promise<StoryView[]> {
  const gifs = stories.flatMap(({ gifs, cover_gif }) => [...gifs, ...(cover_gif ? [cover_gif] : [])])
  const ids = gifs.map(({ id }) => id)
  const open = await c.var.services.provider.openIds(ids, readContext(c))
  return stories.map((one) => storyView(one, (id) => open.has(id)))
}
