import * as v from 'valibot'
import { contentCalls } from '../../../shared/calls/site/pages.ts'
import { channelPath } from '../../../shared/public/browse-path.ts'
import { type Gif, GifSchema } from '../../../shared/schema/gif.ts'
import { ChannelSchema } from '../../../shared/schema/site-records.ts'
import { Line, listOf } from '../../../shared/schema/text.ts'
import { type AppContext, readContext } from '../../http/context.ts'
import type { PageContext } from './page.ts'
import { TermList, TileRows } from './parts.tsx'
import { readShared } from './read-service.ts'

/** A part of a page that staff fill: words, and the items of one kind. */
type Block = {
  token: string
  title: string
  body: string
  gifs: readonly Gif[]
  channels: readonly v.InferOutput<typeof ChannelSchema>[]
  searches: readonly string[]
}

const ITEMS = { gifs: listOf(GifSchema), channels: listOf(ChannelSchema), searches: listOf(Line) }

/** Reads a block by its token; undefined where it is not there, says nothing but the title of a list, or comes too late. */
export async function readBlock(c: AppContext, token: string): Promise<Block | undefined> {
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
    channels: itemsOf('channels', ITEMS.channels),
    searches: itemsOf('searches', ITEMS.searches).filter(Boolean),
  }
  const { gifs, channels, searches } = block
  const isTitled = kind === 'text' && title !== ''
  return isTitled || body || gifs.length + channels.length + searches.length > 0 ? block : undefined
}

/** An isolate keeps the site's answer for a minute: what is gone since then is left out (`docs/threats.md`, Gone items). */
async function openGifs(c: AppContext, gifs: Gif[]): Promise<Gif[]> {
  if (gifs.length === 0) return gifs
  const ids = gifs.map(({ id }) => id)
  const open = await c.var.services.provider.openIds(ids, readContext(c))
  return gifs.filter(({ id }) => open.has(id))
}

type Props = { context: PageContext; block: Block | undefined }

/** Shows a block as plain words: what staff write is text, never markup. */
export function ContentBlock({ context, block }: Props) {
  if (!block) return null
  const { token, title, body, gifs, channels, searches } = block
  const id = `block-${token}`
  return (
    <section className="block" data-block={token} aria-labelledby={title ? id : undefined}>
      {title && <h2 id={id}>{title}</h2>}
      {body && <p>{body}</p>}
      {gifs.length > 0 && <TileRows context={context} gifs={gifs} label={title || context.texts.gifs} />}
      {channels.length > 0 && (
        <ul className="tags">
          {channels.map((channel) => (
            <li key={channel.id}>
              <a href={context.to(channelPath(channel.slug || channel.id))}>
                {channel.display_name || channel.slug}
              </a>
            </li>
          ))}
        </ul>
      )}
      <TermList context={context} terms={searches} />
    </section>
  )
}
