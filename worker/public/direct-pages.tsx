import { AppError } from '../../shared/errors.ts'
import { slugWords } from '../../shared/gif/gif-texts.ts'
import { snippetHtml } from '../../shared/gif/snippet.ts'
import { type ItemType, isChannelName } from '../../shared/public/browse-path.ts'
import { type AppContext, directOf, readBySlug, readContext } from '../http/context.ts'
import { oembedLinks } from './item/item-head.tsx'
import {
  type PageContext,
  type PublicPage,
  pageContext,
  renderPage,
  submitted,
  typeOfQuery,
} from './layout/page.ts'
import { CopyField, FrameBox } from './layout/parts.tsx'

/*
 * The public pages where the browser calls the provider: what the Worker may not know is in frames of our own, which ask
 * the provider themselves (`docs/providers.md`, Terms).
 */

/** Only the browser learns an item's size: the frame keeps this one, in CSS pixels. */
const FRAME = { width: 480, height: 360 } as const
const LIST_PX = 900
const RELATED_PX = 480

/** `/gifs/{slug}` and `/stickers/{slug}`: the player, what to share, and related items. */
export async function directItem(c: AppContext): Promise<Response> {
  const { slug, id } = await openItem(c)
  const context = pageContext(c)
  const { texts, publicUrl } = context
  const title = slugWords(slug) || id
  const canonical = publicUrl + c.req.path
  const page: PublicPage = {
    name: 'item',
    head: {
      title,
      description: context.fill(texts.itemText, { title }),
      canonical,
      noindex: true,
      links: oembedLinks(canonical, title, publicUrl),
      scripts: ['item'],
    },
    content: <ItemContent context={context} item={{ slug, id, title, type: typeOfPath(c) }} />,
  }
  return renderPage(c, page, { isListed: false })
}

type ItemContentProps = {
  context: PageContext
  item: { slug: string; id: string; title: string; type: ItemType }
}

function ItemContent({ context, item: { slug, id, title, type } }: ItemContentProps) {
  const { texts, playerTexts, publicUrl, brand, path, to } = context
  const embed = `/embed/${slug}`
  const canonical = publicUrl + path
  const snippet = snippetHtml({ ...FRAME, embedUrl: publicUrl + embed, itemUrl: canonical, title, brand })
  return (
    <>
      <div className="item-top">
        <figure className="player">
          <FrameBox name="item" src={embed} title={title} {...FRAME} eager />
        </figure>
        <div className="item-words">
          <h1>{title}</h1>
          {context.hasAccounts && (
            <a className="report-link" href={to(`/report?gif=${id}`)} rel="nofollow">
              {texts.report}
            </a>
          )}
        </div>
      </div>
      <section className="snippet item-share" aria-labelledby="share-title">
        <div className="snippet-words">
          <h2 id="share-title">{texts.shareTitle}</h2>
          <CopyField id="share-link" label={playerTexts.link} value={canonical} texts={texts} />
          <CopyField id="snippet" label={playerTexts.embed} value={snippet} texts={texts} lines={4} />
        </div>
      </section>
      <section className="related" aria-labelledby="related-title">
        <h2 id="related-title">{playerTexts.related}</h2>
        <FrameBox
          name="related"
          src={grid(context, { type, related: id })}
          title={playerTexts.related}
          height={RELATED_PX}
        />
      </section>
    </>
  )
}

/** An item's related ones. */
export async function directRelated(c: AppContext): Promise<Response> {
  const { slug, id } = await openItem(c)
  const { fill, texts } = pageContext(c)
  const title = fill(texts.relatedTo, { title: slugWords(slug) || id })
  return listPage(c, title, { type: typeOfPath(c), related: id })
}

/** The item that the path names, if it may be shown. */
const openItem = (c: AppContext) =>
  readBySlug(c, c.req.param('slug') ?? '', async (id) => {
    await directOf(c).assertOpen(id, readContext(c))
    return { slug: c.req.param('slug') ?? '', id }
  })

const typeOfPath = (c: AppContext): ItemType => (c.req.path.startsWith('/stickers/') ? 'stickers' : 'gifs')

/** `/search?q=`: where the search form leads. */
export const directSubmitted = (c: AppContext) =>
  submitted(
    c,
    () => 1,
    (q, type) => listPage(c, q, { type, q }),
  )

const searchIn = (c: AppContext, type: ItemType) => {
  const q = c.req.param('term') ?? ''
  return listPage(c, q, { type, q })
}

/** `/search/{term}`. */
export const directSearch = (c: AppContext) => searchIn(c, typeOfQuery(c))

/** §2 Sticker search. */
export const directStickerSearch = (c: AppContext) => searchIn(c, 'stickers')

/** What is looked at the most. */
export const directTrending = (c: AppContext) =>
  listPage(c, pageContext(c).texts.trendingTitle, { type: typeOfQuery(c) })

/** §2 Sticker trending. */
export const directStickers = (c: AppContext) =>
  listPage(c, pageContext(c).texts.stickersTitle, { type: 'stickers' })

/** A channel's items, or those of them that match a term. */
export function directChannel(c: AppContext): Response | Promise<Response> {
  const { id = '', term } = c.req.param() as Record<string, string>
  if (!isChannelName(id)) throw new AppError('not-found', 'There is no such channel')
  const list = term === undefined ? { channel: id } : { q: `@${id} ${term}` }
  return listPage(c, [`@${id}`, term].filter(Boolean).join(' '), { type: typeOfQuery(c), ...list })
}

function listPage(c: AppContext, title: string, list: Record<string, string>) {
  const context = pageContext(c)
  const page = {
    name: 'list',
    ...('q' in list && { query: list.q }),
    head: { title, description: title, canonical: context.publicUrl + c.req.path, noindex: true },
    content: (
      <>
        <div className="list-top">
          <h1>
            <bdi>{title}</bdi>
          </h1>
        </div>
        <FrameBox name="list" src={grid(context, list)} title={title} height={LIST_PX} eager />
      </>
    ),
  } as const
  return renderPage(c, page)
}

/** The address of a grid in the page's theme and language. */
function grid({ theme, language }: PageContext, list: Record<string, string>): string {
  const query = new URLSearchParams({ ...list, gutter: '10', borderRadius: '12', lang: language })
  if (theme !== 'auto') query.set('theme', theme)
  return `/widgets/grid?${query}`
}
