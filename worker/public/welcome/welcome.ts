import type { Context } from 'hono'
import { pictureOrigins } from '../../../shared/picture/picture-origins.ts'
import { pastedId } from '../../../shared/public/builder-item.ts'
import type { App } from '../../app-types.ts'
import { readContext } from '../../http/read-context.ts'
import { renderPage } from '../layout/render-page.tsx'
import { optional } from '../parts/optional.ts'
import { welcomePage } from './welcome-page.tsx'

/** How many trending GIFs are searched for one that fits the top of the page. */
const TRENDING = 12

/** `/`: the welcome page. It is served even where every read fails. */
export async function welcome(c: Context<App>): Promise<Response> {
  const { provider } = c.var.services
  const [trending, searches, chosen] = await Promise.all([
    optional(provider.call('trending', { type: 'gifs', limit: TRENDING }, readContext(c))),
    optional(provider.call('trendingSearches', {}, readContext(c))),
    chosenGif(c),
  ])
  const gifs = trending?.value.data ?? []
  const page = welcomePage(c, { gifs, chosen, terms: searches?.value.data ?? [] })
  return renderPage(c, page, { ...trending, media: pictureOrigins(gifs) })
}

/** The GIF that the builder's form names (`?item=`), where it is submitted without a script. */
async function chosenGif(c: Context<App>) {
  const id = pastedId(c.req.query('item') ?? '')
  const found = id ? await optional(c.var.services.provider.gif(id, readContext(c))) : undefined
  return found?.gif
}
