import type { Context } from 'hono'
import { AppError } from '../../../shared/errors.ts'
import { idOfSlug, itemPath } from '../../../shared/gif/item-path.ts'
import { EMBED_GRID } from '../../../shared/limits.ts'
import { pictureOrigins } from '../../../shared/picture/picture-origins.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { App } from '../../app-types.ts'
import { readContext } from '../../http/read-context.ts'
import { reply } from '../../http/reply.ts'
import { replyPage } from '../layout/reply-page.ts'
import { optional } from '../parts/optional.ts'
import { itemPage } from './item-page.tsx'

/** `/gifs/{slug}` and `/stickers/{slug}`: the item's page. The GIF alone decides the status; what is related may fail. */
export async function item(c: Context<App>): Promise<Response> {
  const { gif, state, age } = await findGif(c)
  const path = itemPath(gif)
  // One address for one item: the wrong kind or an old slug leads to it.
  if (path !== c.req.path) return reply(c, null, 301, moved(path, c))

  const fields = { type: shelfOf(gif), gif_id: gif.id, limit: EMBED_GRID.page }
  const asked = optional(c.var.services.provider.call('related', fields, readContext(c)))
  const related = asked.then((found) => found?.value.data)
  return replyPage(c, itemPage(c, { gif, related }), { media: pictureOrigins([gif]), state, age })
}

/** The GIF that an address names, unless it was taken down. */
export async function findGif(c: Context<App>) {
  const id = idOfSlug(c.req.param('slug') ?? '')
  if (!id) throw new AppError('invalid-input', 'This is no id of a GIF')
  const found = await c.var.services.provider.gif(id, readContext(c))
  if (found.gif.is_removed) throw new AppError('removed', 'This GIF was taken down')
  return found
}

/** Which related GIFs fit: stickers beside a sticker. */
export const shelfOf = ({ is_sticker }: Gif) => (is_sticker ? 'stickers' : 'gifs')

const moved = (path: string, c: Context<App>) => ({
  Location: path + new URL(c.req.url).search,
  'Cache-Control': 'public, max-age=60',
})
