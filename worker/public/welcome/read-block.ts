import * as v from 'valibot'
import { contentCalls } from '../../../shared/calls/site/pages.ts'
import { channelPath, searchPath } from '../../../shared/public/browse-path.ts'
import { type Gif, GifSchema } from '../../../shared/schema/gif.ts'
import { ChannelSchema } from '../../../shared/schema/site-records.ts'
import { Line, listOf } from '../../../shared/schema/text.ts'
import { type AppContext, readContext } from '../../http/context.ts'
import { readShared } from '../layout/read-service.ts'

/** A part of a page that staff fill: words, and the items of one kind. */
export type Block = NonNullable<Awaited<ReturnType<typeof readBlock>>>

const ITEMS = { gifs: listOf(GifSchema), channels: listOf(ChannelSchema), searches: listOf(Line) }

/** Reads a block by its token; undefined where it is not there, says nothing but the title of a list, or comes too late. */
export async function readBlock(c: AppContext, token: string) {
  const found = await readShared(c, contentCalls.contentBlock, { token })
  if (!found) return undefined
  const { kind, title, body, items } = found
  const itemsOf = <S extends v.GenericSchema>(of: keyof typeof ITEMS, schema: S): v.InferOutput<S> =>
    v.parse(schema, kind === of ? items : [])
  const block = {
    token,
    title,
    body,
    gifs: await openGifs(c, itemsOf('gifs', ITEMS.gifs)),
    links: [
      ...itemsOf('channels', ITEMS.channels).map(({ id, slug, display_name }) => ({
        name: display_name || slug,
        href: channelPath(slug || id),
      })),
      ...itemsOf('searches', ITEMS.searches).flatMap((name) =>
        name ? { name, href: searchPath(name) } : [],
      ),
    ],
  }
  const isTitled = kind === 'text' && title !== ''
  return isTitled || body || block.gifs.length + block.links.length > 0 ? block : undefined
}

/** An isolate keeps the site's answer for a minute: what is gone since then is left out (`docs/threats.md`, Gone items). */
async function openGifs(c: AppContext, gifs: Gif[]): Promise<Gif[]> {
  if (gifs.length === 0) return gifs
  const ids = gifs.map(({ id }) => id)
  const open = await c.var.services.provider.openIds(ids, readContext(c))
  return gifs.filter(({ id }) => open.has(id))
}
