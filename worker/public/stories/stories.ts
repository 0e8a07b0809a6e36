import { gatewayCalls } from '../../../shared/calls/gateway.ts'
import { AppError } from '../../../shared/errors.ts'
import { storyPath } from '../../../shared/public/browse-path.ts'
import type { Story } from '../../../shared/schema/site-records.ts'
import { type AppContext, viewerOf } from '../../http/context.ts'
import { movedTo, renderPage } from '../layout/page.ts'
import { readService } from '../layout/read-service.ts'
import { publishedStory, shownIn, viewsOf } from './read-stories.ts'
import { storyListPage } from './story-cards.tsx'
import { storyPage } from './story-page.tsx'

/** How many of the artists' newest stories `/stories` shows. */
const NEWEST = 24

/** `/stories/{slug}`: a story that is published, and any other for those who may see it. */
export async function story(c: AppContext): Promise<Response> {
  const { story, isPrivate } = await findStory(c, c.req.param('slug') ?? '')
  const path = storyPath(story.slug)
  // A story has one address: its slug as it was written.
  if (path !== c.req.path) return movedTo(c, path, isPrivate)
  const [view] = await viewsOf(c, [story])
  if (!view) throw noSuchStory()
  const isListed = !isPrivate && view.gifs.length > 0
  const pictures = [story, ...view.gifs, ...(view.cover ? [view.cover] : [])]
  return renderPage(c, storyPage(c, view, { isListed, isDraft: isPrivate }), {
    pictures,
    isListed,
    isPrivate,
  })
}

/** `/stories`: those that trend, and the artists' newest. */
export async function storyList(c: AppContext): Promise<Response> {
  const [trending, newest] = await Promise.allSettled([
    readService(c, gatewayCalls.trendingStories, {}),
    readService(c, gatewayCalls.partnerArtistStories, { limit: NEWEST }),
  ])
  if (trending.status === 'rejected' && newest.status === 'rejected') throw newest.reason
  const trends =
    trending.status === 'fulfilled' ? trending.value.results.flatMap((one) => one.story ?? []) : []
  const latest = newest.status === 'fulfilled' ? newest.value.results : []
  const known = new Set(trends.map(({ story_id }) => story_id))
  const isNew = ({ story_id }: Story) => !known.has(story_id)
  const found = { trending: await shownIn(c, trends), newest: await shownIn(c, latest.filter(isNew)) }
  const covers = [...found.trending, ...found.newest].flatMap(({ cover }) => cover ?? [])
  return renderPage(c, storyListPage(c, found), { pictures: covers })
}

const noSuchStory = () => new AppError('not-found', 'There is no such story')

/**
 * Reads a story as a visitor does, so that its page may be kept by caches; only one that is not there for them is read for
 * the person signed in. @throws AppError 'not-found'
 */
async function findStory(c: AppContext, slug: string): Promise<{ story: Story; isPrivate: boolean }> {
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
