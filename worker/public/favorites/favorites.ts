import type { Context } from 'hono'
import { AppError } from '../../../shared/errors.ts'
import { pictureOrigins } from '../../../shared/picture/origins.ts'
import { pageNumber, pageWindow, pagingOf } from '../../../shared/public/browse-path.ts'
import type { App } from '../../app-types.ts'
import { readContext } from '../../http/read-context.ts'
import { viewerOf } from '../../http/viewer.ts'
import type { SignedInActor } from '../../upstreams/origin.ts'
import { renderPage } from '../layout/render-page.tsx'
import { optional } from '../parts/optional.ts'
import { favoritesPage } from './favorites-page.tsx'
import { readFavorites } from './read-favorites.ts'

/** How many trending GIFs stand where there are no favorites yet. */
const TRENDING = 12

/** `/favorites`: of the person signed in, read here; else of this browser, which its script lists. */
export async function favorites(c: Context<App>): Promise<Response> {
  const viewer = await viewerOf(c)
  const [own, trending] = await Promise.all([
    viewer && ownList(c, viewer),
    optional(c.var.services.provider.call('trending', { type: 'gifs', limit: TRENDING }, readContext(c))),
  ])
  const popular = trending?.value.data ?? []
  const page = favoritesPage(c, { own, popular })
  // The script's pictures come from where the trending ones do: a provider's media hosts.
  return renderPage(c, page, { media: pictureOrigins([...(own?.gifs ?? []), ...popular]), isPrivate: true })
}

async function ownList(c: Context<App>, viewer: SignedInActor) {
  const page = pageNumber(c.req.query('page'))
  const window = page && pageWindow(page)
  if (!window) throw new AppError('not-found', 'There is no such page')
  const { data, pagination } = await readFavorites(c, viewer, window)
  const total = pagination?.total_count ?? 0
  if (page > 1 && total <= window.offset) throw new AppError('not-found', 'The list ends before this page')
  return { gifs: data, paging: pagingOf(page, data.length, total) }
}
