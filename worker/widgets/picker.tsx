import { renderToString } from 'react-dom/server'
import type { FirstPage } from '../../islands/model/widget-model.ts'
import { PickerWidget } from '../../islands/picker/picker.tsx'
import { PickerModel } from '../../islands/picker/picker-model.ts'
import type { PickerPageProps } from '../../islands/picker/picker-props.ts'
import { eventTypeOf } from '../../shared/gif/tracking.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { emojiNamed, pickableGif } from '../../shared/picker/picker-gif.ts'
import { holdsKind, localName } from '../../shared/public/category-names.ts'
import { searchLanguage } from '../../shared/public/search-language.ts'
import type { Language } from '../../shared/texts/languages.ts'
import { PICKER_TEXTS } from '../../shared/texts/picker-texts.ts'
import { type AppContext, readContext, reply } from '../http/context.ts'
import { trackingText } from '../render/page-memo.ts'
import { firstPage } from './list.ts'
import {
  FIRST_END,
  type FrameOptions,
  firstStart,
  frameCache,
  frameHead,
  frameHeaders,
  frameOptions,
  inlineHash,
} from './policy.ts'
import {
  PICKER_PATH,
  type PickerQuery,
  parsePickerQuery,
  pickerList,
  queryFields,
  widgetPath,
} from './query.ts'
import { type TilePage, tileJson, tilePageOf } from './tile-page.ts'
import { gridSheet } from './tile-sheet.ts'

const MAKING = { as: 'picker', make: (page: unknown) => tilePageOf(page, pickableGif) }

/** What the page is made of. */
type PickerPage = FrameOptions & {
  query: PickerQuery
  list: TilePage
  failed: boolean
  /** The library's categories; none where they could not be read. */
  categories: readonly PickerCategory[]
  /** The request's tracking query, not escaped. */
  tracking: string
}

/** The language of searches: of the query, else of the page. */
const langOf = ({ list }: PickerQuery, language: Language): string | undefined =>
  list.lang ?? searchLanguage(language)

/** `/widgets/picker`: search, tabs, categories and a grid. It works without scripts, as links to the items. */
export async function picker(c: AppContext): Promise<Response> {
  const query = parsePickerQuery(c.req.query())
  c.set('lists', `picker ${query.list.rating ?? 'r'} ${query.list.channel?.replace(/^@/, '') ?? ''}`)
  const [found, categories] = await Promise.all([
    firstPage(c, pickerList({ ...query.list, lang: langOf(query, c.get('language')) }), MAKING, true),
    pickerCategories(c, query.list.rating),
  ])
  const options = frameOptions(c)
  const { html, styleHash } = await pickerPage({
    ...options,
    query,
    list: searched(found.list, query.list),
    failed: found.status !== 200,
    categories,
    tracking: trackingText(c).replaceAll('&amp;', '&'),
  })
  const { origins } = found.list
  return reply(c, html, found.status, {
    ...frameHeaders(c.get('services').config, 'picker', { options, origins, styleHash }),
    'Cache-Control': frameCache(options, found.freshFor),
    ...found.headers,
  })
}

/** Of a page of emoji those that were searched for; any other list is the API's answer already. */
function searched(list: TilePage, { type, q }: PickerQuery['list']): TilePage {
  if (type !== 'emoji' || q === undefined) return list
  const gifs = emojiNamed(list.gifs, q)
  return { ...list, gifs, json: tileJson(gifs) }
}

/** What a category is called and searched for by, and the types that it has; undefined where they are not known. */
type PickerCategory = { name: string; types: string[] | undefined }

/** The library's categories; without them the picker is as good. */
async function pickerCategories(c: AppContext, rating: string | undefined): Promise<PickerCategory[]> {
  const { provider } = c.get('services')
  const all = { limit: PROVIDER_PAGE.maxLimit }
  const found = await provider.call('categories', all, readContext(c)).catch(() => undefined)
  const named = (found?.value.data ?? []).flatMap((category): [string, PickerCategory][] => {
    const name = localName(category, c.get('language'))
    const types = TYPES.filter((type) => holdsKind(category, type, rating))
    return name && types.length > 0 ? [[name, { name, types: category.holds && types }]] : []
  })
  return [...new Map(named).values()]
}

/** The whole page, and the source that allows its inline style. */
async function pickerPage(page: PickerPage): Promise<{ html: string; styleHash: string }> {
  const { query, list, failed } = page
  const sheet = gridSheet(list.gifs, query.tiles)
  const title = `${PICKER_TEXTS[page.language].title} · ${page.brand}`
  const head = frameHead(page, { title, theme: query.theme, sheet, kind: 'picker' })
  const { gifs, offset, done, json } = list
  const first = { gifs, offset, done, failed }
  const body = renderToString(<PickerRoot page={page} first={first} />)
  const data = firstStart(first) + new TextDecoder().decode(json) + FIRST_END
  return { html: head + body + data, styleHash: await inlineHash(sheet) }
}

function PickerRoot({ page, first }: { page: PickerPage; first: FirstPage }) {
  const { query, isTracked, analyticsId, direct } = page
  const props = propsOf(page)
  return (
    <main
      id="picker"
      data-props={JSON.stringify(props)}
      data-user={query.user}
      data-provider={direct?.url}
      data-key={direct?.key}
      data-tracking={isTracked ? '' : undefined}
      data-event-type={isTracked ? eventTypeOf(query.list) : undefined}
      data-analytics={analyticsId || undefined}
    >
      <PickerWidget page={props} model={new PickerModel(props, first, {})} />
    </main>
  )
}

function propsOf({ query, list, language, publicUrl, tracking, categories }: PickerPage): PickerPageProps {
  const texts = PICKER_TEXTS[language]
  const { type, q, channel, related, ids, rating } = query.list
  const limit = Math.min(query.list.limit, PROVIDER_PAGE.maxLimit)
  const { columns, gutter, borderRadius, scaleUpLimit, noResultsMessage } = query.tiles
  const to = (change: Partial<PickerQuery['list']>) =>
    widgetPath(PICKER_PATH, { ...query, list: { ...query.list, ...change } })
  const everything = channel === undefined ? texts.trending : `@${channel.replace(/^@/, '')}`
  return {
    list: { type, q, channel, related, ids, limit, rating, lang: langOf(query, language) },
    tiles: { columns, gutter, borderRadius, scaleUpLimit },
    searchedFor: list.searchedFor,
    pick: query.pick,
    action: PICKER_PATH,
    fields: queryFields({ ...query, list: { ...query.list, q: undefined } }),
    types: TYPES.filter((each) => each !== 'emoji' || channel === undefined).map((each) => ({
      type: each,
      href: to({ type: each, ids: undefined, related: undefined }),
    })),
    searches: [
      { label: everything, href: to({ q: undefined }) },
      ...categories.map(({ name, types }) => ({ label: name, href: to({ q: name }), q: name, types })),
    ],
    publicUrl,
    tracking,
    texts,
    noResultsMessage,
  }
}

/** The tabs. Emoji belong to no channel. */
const TYPES = ['gifs', 'stickers', 'text', 'emoji'] as const
