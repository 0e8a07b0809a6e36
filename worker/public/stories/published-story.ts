import type { Context } from 'hono'
import { AppError } from '../../../shared/errors.ts'
import { isPublished, type StoryView } from '../../../shared/public/story-view.ts'
import type { Story } from '../../../shared/schema/site-records.ts'
import type { App } from '../../app-types.ts'
import { readGateway } from './read-gateway.ts'
import { viewsOf } from './shown-stories.ts'

/** A story that everybody may see; undefined where there is none. */
export async function publishedStory(c: Context<App>, slug: string): Promise<Story | undefined> {
  const story = await readGateway(c, 'storyBySlug', { slug }).catch(unlessUnknown)
  return story && isPublished(story, Date.now()) ? story : undefined
}

/** The same as its view. @throws AppError 'not-found' */
export async function publishedView(c: Context<App>, slug: string): Promise<StoryView> {
  const story = await publishedStory(c, slug)
  const [view] = story ? await viewsOf(c, [story]) : []
  if (!view) throw new AppError('not-found', 'There is no such story')
  return view
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof AppError) || error.kind !== 'not-found') throw error
}
