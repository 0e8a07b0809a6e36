import { gatewayCalls } from '../../../shared/calls/gateway.ts'
import { AppError } from '../../../shared/errors.ts'
import { isPublished, type StoryView, storyView } from '../../../shared/public/story-view.ts'
import type { Story } from '../../../shared/schema/site-records.ts'
import { type AppContext, readContext, viewerOf } from '../../http/context.ts'
import { readService, unlessUnknown } from '../layout/read-service.ts'

/** A story that every visitor may see, or undefined. */
async function publishedStory(c: AppContext, slug: string): Promise<Story | undefined> {
  const story = await readService(c, gatewayCalls.storyBySlug, { slug }).catch(unlessUnknown)
  return story && isPublished(story, Date.now()) ? story : undefined
}

/** The view of a story that every visitor may see. @throws AppError 'not-found' */
export async function publishedView(c: AppContext, slug: string): Promise<StoryView> {
  const story = await publishedStory(c, slug)
  if (!story) throw noSuchStory()
  return viewOf(c, story)
}

const noSuchStory = () => new AppError('not-found', 'There is no such story')

/**
 * Reads a story as a visitor does, so that its page may be kept by caches; only one that is not there for them is read for
 * the person signed in. @throws AppError 'not-found'
 */
export async function storyOfSlug(
  c: AppContext,
  slug: string,
): Promise<{ story: Story; isPrivate: boolean }> {
  const published = await publishedStory(c, slug)
  if (published) return { story: published, isPrivate: false }
  const viewer = await readerOf(c)
  const own = viewer && (await readService(c, gatewayCalls.storyBySlug, { slug }, { viewer }))
  if (!own) throw noSuchStory()
  return { story: own, isPrivate: true }
}

/** Who reads, at the embedded site or at one elsewhere, which alone knows its sessions. */
async function readerOf(c: AppContext) {
  if (c.get('services').identify) return viewerOf(c)
  const { pageViewer } = await import('../../proxy/access.ts')
  return pageViewer(c)
}

/** A story's view without the GIFs that are gone since the gateway knew them. */
export const viewOf = async (c: AppContext, story: Story): Promise<StoryView> =>
  storyView(story, await openIn(c, [story]))

/** The same of those stories that every visitor may see. */
export async function shownIn(c: AppContext, stories: readonly Story[]): Promise<StoryView[]> {
  const shown = stories.filter((one) => isPublished(one, Date.now()))
  const isOpen = await openIn(c, shown)
  return shown.map((one) => storyView(one, isOpen))
}

/** Which GIFs of stories are still open, by their ids. */
async function openIn(c: AppContext, stories: readonly Story[]): Promise<(id: string) => boolean> {
  const gifs = stories.flatMap(({ gifs, cover_gif }) => [...gifs, ...(cover_gif ? [cover_gif] : [])])
  const ids = gifs.map(({ id }) => id)
  const open = await c.var.services.provider.openIds(ids, readContext(c))
  return (id) => open.has(id)
}
