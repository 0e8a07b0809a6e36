import type { Context } from 'hono'
import { pictureOrigins } from '../../../shared/picture/picture-origins.ts'
import { pastedId } from '../../../shared/public/builder-item.ts'
import type { App } from '../../app-types.ts'
import { readContext } from '../../http/read-context.ts'
import { replyPage } from '../layout/reply-page.ts'
import { optional } from '../parts/optional.ts'
import { welcomePage } from './welcome-page.tsx'

/** How many trending GIFs are looked through for one that stands well at the top. */
const TRENDING = 12

/** `/`: the welcome page. It is there whatever the library says. */
export async function welcome(c: Context<App>): Promise<Response> {
  const { provider } = c.var.services
  const [trending, searches, chosen] = await Promise.all([
    optional(provider.call('trending', { type: 'gifs', limit: TRENDING }, readContext(c))),
    optional(provider.call('trendingSearches', {}, readContext(c))),
    chosenGif(c),
  ])
  const gifs = trending?.value.data ?? []
  const parts = welcomePage(c, { gifs, chosen, terms: searches?.value.data ?? [] })
  return replyPage(c, parts, { ...trending, media: pictureOrigins(gifs) })
}

/** The GIF that the builder's form names, where it is sent without a script. */
async function chosenGif(c: Context<App>) {
  const id = pastedId(c.req.query('item') ?? '')
  const found = id ? await optional(c.var.services.provider.gif(id, readContext(c))) : undefined
  return found?.gif.is_removed ? undefined : found?.gif
}
