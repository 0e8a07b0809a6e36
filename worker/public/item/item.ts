import * as v from 'valibot'
import { providerCalls } from '../../../shared/calls/provider.ts'
import { gifPageCalls } from '../../../shared/calls/site/gif-pages.ts'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { EMBED_GRID } from '../../../shared/limits.ts'
import { type ItemFacts, ItemFactsSchema } from '../../../shared/public/item-view.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { type AppContext, gifOfSlug, readContext, viewerContext } from '../../http/context.ts'
import { movedTo, optional, readProvider } from '../layout/page.ts'
import { streamPage } from '../layout/public-layout.tsx'
import { readShared } from '../layout/read-service.ts'
import { itemPage } from './item-page.tsx'

/** `/gifs/{slug}` and `/stickers/{slug}`: the item's page. The GIF alone decides the status; the related GIFs may fail. */
export async function item(c: AppContext): Promise<Response> {
  const found = await findGif(c)
  const { gif, isListed, isPrivate, state, age } = found
  const path = itemPath(gif)
  // An item has one address: the wrong kind, an old slug or an old id is redirected to it.
  if (path !== c.req.path) return movedTo(c, path, isPrivate)

  const fields = { type: shelfOf(gif), gif_id: gif.id, limit: EMBED_GRID.page }
  const related = optional(readProvider(c, 'related', fields))
  const [facts, count] = isPrivate
    ? []
    : await Promise.all([
        optional(readFacts(c, gif.id)),
        readShared(c, gifPageCalls.gifViewCount, { id: gif.id }),
      ])
  const told = { facts: facts?.value, views: count?.view_count }
  const { page, relatedGifs } = itemPage(c, gif, isListed && !isPrivate, told)
  const later = related.then((list) => relatedGifs(list?.value.data))
  return streamPage(c, page, later, { pictures: [gif], state, age, isListed, isPrivate })
}

// The copy that gave the GIF has them too.
const readFacts = (c: AppContext, id: string) =>
  c.var.services.provider.parsed(providerCalls.gif, { id }, readContext(c), 'item-facts', toFacts)

const toFacts = (page: unknown): ItemFacts => v.parse(ItemFactsSchema, page).data

/** Reads the GIF that the path names, for those who may see it. @throws AppError where the path holds no id too. */
export const findGif = (c: AppContext) => gifOfSlug(c, viewerContext(c))

/** The shelf that a GIF's related ones come from: stickers for a sticker. */
export const shelfOf = ({ is_sticker }: Gif) => (is_sticker ? 'stickers' : 'gifs')
