import { altText } from '../../../shared/gif/gif-texts.ts'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { type ItemType, relatedPath, trendingPath } from '../../../shared/public/browse-path.ts'
import { SEARCHED_TYPES } from '../../../shared/schema/choices.ts'
import { type AppContext, gifOfSlug, viewerContext } from '../../http/context.ts'
import { inLanguage, optional, pageContext, readProvider, typeOfQuery } from '../layout/page.ts'
import { ListTop, NothingFound, pageParam, readPage, renderList, TopTerms } from './list-page.tsx'

/** §2 Sticker trending. */
export const stickerList = (c: AppContext) => renderTrending(c, 'stickers')

/** What is looked at the most: GIFs, or text by `?type=text`. */
export const trendingList = (c: AppContext) => renderTrending(c, typeOfQuery(c) === 'text' ? 'text' : 'gifs')

/** How many trending searches a list shows. */
const TERMS = 10

/** The title and description of each type's trending list. */
const TRENDING = {
  gifs: ['trendingTitle', 'trendingText'],
  stickers: ['stickersTitle', 'stickersText'],
  text: ['trendingTextTitle', 'trendingText'],
} as const

async function renderTrending(c: AppContext, type: ItemType): Promise<Response> {
  const [found, searches] = await Promise.all([
    readPage(c, 'trending', { type }, pageParam(c), PROVIDER_PAGE.maxTrendingOffset),
    optional(readProvider(c, 'trendingSearches', {})),
  ])
  const terms = await inLanguage(c, searches?.value.data.slice(0, TERMS) ?? [])
  const context = pageContext(c)
  const { texts } = context
  const [title, text] = TRENDING[type]
  const tabs = SEARCHED_TYPES.map((one) => ({
    name: texts[one],
    href: trendingPath(1, one),
    current: one === type,
  }))
  return renderList(c, {
    ...found,
    context,
    title: texts[title],
    description: texts[text],
    top: (
      <ListTop context={context} title={texts[title]} tabs={tabs}>
        <TopTerms context={context} label={texts.trendingNow} terms={terms} />
      </ListTop>
    ),
    pathOf: (page) => trendingPath(page, type),
  })
}

/** §2 Related GIFs of an item, page by page. */
export async function relatedList(c: AppContext): Promise<Response> {
  const { gif, isPrivate } = await gifOfSlug(c, viewerContext(c))
  const fields = { type: gif.is_sticker ? 'stickers' : 'gifs', gif_id: gif.id }
  const found = await readPage(c, 'related', fields, pageParam(c))
  const context = pageContext(c)
  const { texts, to } = context
  const path = itemPath(gif)
  const name = gif.title || altText(gif)
  const title = context.fill(texts.relatedTo, { title: name })
  const list = {
    ...found,
    context,
    title,
    description: title,
    noindex: true,
    top: (
      <ListTop context={context} title={title} paging={found.paging}>
        <a className="more" href={to(path)}>
          {name}
        </a>
      </ListTop>
    ),
    pathOf: (page: number) => relatedPath(path.slice(path.lastIndexOf('/') + 1), page),
    empty: <NothingFound context={context} title={texts.relatedNone} />,
  }
  return renderList(c, list, { pictures: [gif, ...found.gifs], isPrivate })
}
