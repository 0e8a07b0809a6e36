import type { AppContext } from '../../http/context.ts'
import { inLanguage, optional, readProvider, renderPage } from '../layout/page.ts'
import { chosenGif } from './chosen-gif.ts'
import { readBlock } from './read-block.ts'
import { TERMS, welcomePage } from './welcome-page.tsx'

/** How many trending GIFs are searched for one that fits the top of the page. */
const TRENDING = 12

/** `/`: the welcome page. It is served even where every read fails. */
export async function welcome(c: AppContext): Promise<Response> {
  const { hasFeatured } = c.var.services.upstreams.provider
  const [trending, stickers, searches, chosen, announcement, homepage] = await Promise.all([
    optional(readProvider(c, 'trending', { type: 'gifs', limit: TRENDING, featured: true })),
    hasFeatured
      ? optional(readProvider(c, 'trending', { type: 'stickers', limit: TRENDING, featured: true }))
      : undefined,
    optional(readProvider(c, 'trendingSearches', {})),
    chosenGif(c),
    readBlock(c, 'announcement'),
    readBlock(c, 'homepage'),
  ])
  const gifs = trending?.value.data ?? []
  const shown = hasFeatured ? [...gifs, ...(stickers?.value.data ?? [])] : []
  const featured = shown.filter(({ is_featured }) => is_featured)
  const terms = await inLanguage(c, searches?.value.data.slice(0, TERMS) ?? [])
  c.set('lists', 'builder')
  const page = welcomePage(c, {
    gifs,
    hasFailed: !trending,
    featured,
    ...chosen,
    terms,
    announcement,
    homepage,
  })
  return renderPage(c, page, {
    ...trending,
    pictures: [...gifs, ...featured, ...(homepage?.gifs ?? []), ...(announcement?.gifs ?? [])],
  })
}
