import { gatewayCalls } from '../../../shared/calls/gateway.ts'
import { AppError } from '../../../shared/errors.ts'
import { isPublished, type StoryView, storyView } from '../../../shared/public/story-view.ts'
import type { Story } from '../../../shared/schema/site-records.ts'
import { type AppContext, readContext } from '../../http/context.ts'
import { readService, unlessUnknown } from '../layout/read-service.ts'

/** A story that every visitor may see, or undefined. */
export async function publishedStory(c: AppContext, slug: string): Promise<Story | undefined> {
  const story = await readService(c, gatewayCalls.storyBySlug, { slug }).catch(unlessUnknown)
  return story && isPublished(story, Date.now()) ? story : undefined
}

/** The same as its view. @throws AppError 'not-found' */
export async function publishedView(c: AppContext, slug: string): Promise<StoryView> {
  const story = await publishedStory(c, slug)
  const [view] = story ? await viewsOf(c, [story]) : []
  if (!view) throw new AppError('not-found', 'There is no such story')
  return view
}

/** Views of the stories that every visitor may see. */
export const shownIn = (c: AppContext, stories: readonly Story[]): Promise<StoryView[]> =>
  viewsOf(
    c,
    stories.filter((one) => isPublished(one, Date.now())),
  )

/** Views without the GIFs that are gone since the gateway knew them. */
export async function viewsOf(c: AppContext, stories: readonly Story[]): Promise<StoryView[]> {
  const gifs = stories.flatMap(({ gifs, cover_gif }) => [...gifs, ...(cover_gif ? [cover_gif] : [])])
  const ids = gifs.map(({ id }) => id)
  const open = await c.var.services.provider.openIds(ids, readContext(c))
  return stories.map((one) => storyView(one, (id) => open.has(id)))
}

/** How many of a person's stories their channel page shows. */
const LIMIT = 6
/** ms that the page waits for them. */
const STORIES_OF_PATIENCE_MS = 1500

/** A person's newest stories, with their covers. @throws AppError */
export async function storiesOf(c: AppContext, username: string): Promise<StoryView[]> {
  const fields = { username, limit: LIMIT, gif_hydration_method: 'cover_only' }
  const { results } = await readService(c, gatewayCalls.userStories, fields, {
    deadline: STORIES_OF_PATIENCE_MS,
  })
  return shownIn(c, results.slice(0, LIMIT))
}
