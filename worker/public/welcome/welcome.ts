import { AppError } from '../../../shared/errors.ts'
import { foreignId } from '../../../shared/gif/address.ts'
import { type ItemProblem, readPasted } from '../../../shared/public/pasted-item.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { type AppContext, readContext, requestOrigin } from '../../http/context.ts'
import { optional, readProvider, renderPage } from '../layout/page.ts'
import { readBlock } from './read-block.ts'
import { welcomePage } from './welcome-page.tsx'

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
  const terms = searches?.value.data ?? []
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

type Chosen = { chosen?: Gif; problem?: ItemProblem }

/** The GIF that the builder's address names (`?item=`), or why it names no GIF; neither without `?item=`. */
async function chosenGif(c: AppContext): Promise<Chosen> {
  const given = c.req.query('item')
  if (given === undefined) return {}
  const pasted = readPasted(given, [c.var.publicUrl, requestOrigin(c.req.url)])
  const { provider, upstreams } = c.var.services
  // A provider elsewhere knows no old ids.
  const oldId =
    'id' in pasted || !upstreams.provider.knowsOldIds ? undefined : foreignId(pasted.address ?? '')
  const id = 'id' in pasted ? pasted.id : oldId
  if (id === undefined) return { problem: pasted as ItemProblem }
  try {
    const { gif } = await provider.gif(id, readContext(c))
    return { chosen: gif }
  } catch (error) {
    const unknown = 'id' in pasted ? { text: 'itemUnknown' as const } : pasted
    return { problem: isGone(error) ? unknown : { text: 'findFailed' } }
  }
}

const isGone = (error: unknown) =>
  error instanceof AppError && (error.kind === 'not-found' || error.kind === 'removed')
