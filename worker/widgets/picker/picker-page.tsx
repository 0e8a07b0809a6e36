import { renderToString } from 'react-dom/server'
import style from '../../../dist/picker-style.json'
import { COLUMN_MAX_PX } from '../../../islands/list/places/columns.ts'
import { FIRST_ID, type PickerProps } from '../../../islands/picker/picker-props.ts'
import { Tile } from '../../../islands/ui/tile.tsx'
import type { DirectApi } from '../../../shared/direct.ts'
import { itemUrl } from '../../../shared/gif/item-path.ts'
import { eventTypeOf, withTracking } from '../../../shared/gif/tracking.ts'
import { PROVIDER_PAGE, QUERY_MAX_CHARS } from '../../../shared/limits.ts'
import { pickerTextsIn } from '../../../shared/texts/picker-texts.ts'
import { type Language, textsIn } from '../../../shared/texts/texts.ts'
import { assets } from '../../render/assets.ts'
import { documentEnd, documentHead } from '../../render/document.ts'
import { PauseButton } from '../../render/parts.tsx'
import { inlineHash } from '../inline-hash.ts'
import type { TilePage } from '../tile-page.ts'
import { gridSheet } from '../tile-sheet.ts'
import { PICKER_PATH, type PickerQuery, pickerFields, pickerPath } from './picker-query.ts'

/** What the page is made of. */
export type PickerPage = {
  query: PickerQuery
  list: TilePage
  failed: boolean
  /** Names of the library's categories; none where they could not be read. */
  categories: readonly string[]
  language: Language
  publicUrl: string
  brand: string
  /** The request's tracking query, not escaped. */
  tracking: string
  isTracked: boolean
  /** The web analytics service's, '' where there is none. */
  analyticsId: string
  /** The provider that the page calls itself. */
  direct: DirectApi | undefined
}

/** The whole page, and the source that allows its inline style. */
export async function pickerPage(page: PickerPage): Promise<{ html: string; styleHash: string }> {
  const { query, list, language, brand } = page
  const sheet = gridSheet(list.gifs, query.tiles)
  const head = documentHead({
    title: `${pickerTextsIn(language).title} · ${brand}`,
    lang: language,
    theme: query.theme,
    sheets: [style.text, sheet],
    modules: [...(page.direct ? [assets.scripts.direct] : []), assets.scripts.picker],
    paintsAt: FIRST_ID,
  })
  const body = renderToString(<Page {...page} />)
  const { offset, done, failed } = { ...list, failed: page.failed }
  const first = `{"offset":${offset},"done":${done},"failed":${failed},"gifs":${new TextDecoder().decode(list.json)}}`
  // JSON in a script element with another type: the policy allows it, and its quotes need no escape.
  const data = `<script type="application/json" id="${FIRST_ID}">${first}</script>`
  return { html: head + body + data + documentEnd, styleHash: await inlineHash(sheet) }
}

const Page = (page: PickerPage) => {
  const { query, isTracked, analyticsId, language, direct } = page
  return (
    <main
      id="picker"
      data-props={JSON.stringify(propsOf(page))}
      data-user={query.user}
      data-provider={direct?.url}
      data-key={direct?.key}
      data-tracking={isTracked ? '' : undefined}
      data-event-type={isTracked ? eventTypeOf(query.list) : undefined}
      data-analytics={analyticsId || undefined}
    >
      <h1 className="name-of">{pickerTextsIn(language).title}</h1>
      <Bar {...page} />
      <Types {...page} />
      <Views {...page} />
      <Results {...page} />
    </main>
  )
}

const propsOf = ({ query, language, publicUrl, tracking }: PickerPage): PickerProps => {
  const { loading, failed, retry, favoriteAdded, favoriteRemoved, favoriteFailed } = textsIn(language)
  const shared = { loading, failed, retry, favoriteAdded, favoriteRemoved, favoriteFailed }
  const { type, q, channel, related, ids, rating, lang } = query.list
  const limit = Math.min(query.list.limit, PROVIDER_PAGE.maxLimit)
  const { columns, gutter, scaleUpLimit, noResultsMessage } = query.tiles
  return {
    list: { type, q, channel, related, ids, limit, rating, lang },
    tiles: { columns, gutter, scaleUpLimit },
    pick: query.pick,
    publicUrl,
    tracking,
    texts: { ...pickerTextsIn(language), ...shared },
    noResultsMessage,
  }
}

/** Search, which works as a form too, and the pause for all that moves. */
function Bar({ query, language }: PickerPage) {
  const texts = pickerTextsIn(language)
  return (
    <header className="picker-bar">
      <search>
        <form action={PICKER_PATH}>
          {pickerFields({ ...query, list: { ...query.list, q: undefined } }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="round" aria-label={texts.search}>
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="currentColor">
              <path d="M10 4a6 6 0 1 0 3.5 10.9l4.8 4.8 1.4-1.4-4.8-4.8A6 6 0 0 0 10 4zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z" />
            </svg>
          </button>
          <input
            id="q"
            type="search"
            name="q"
            maxLength={QUERY_MAX_CHARS}
            defaultValue={query.list.q}
            placeholder={texts.search}
            aria-label={texts.search}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
          />
          <button type="reset" className="round" aria-label={texts.clear}>
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="currentColor">
              <path d="m6.3 4.9 5.7 5.7 5.7-5.7 1.4 1.4-5.7 5.7 5.7 5.7-1.4 1.4-5.7-5.7-5.7 5.7-1.4-1.4 5.7-5.7-5.7-5.7z" />
            </svg>
          </button>
        </form>
      </search>
      <PauseButton texts={textsIn(language)} extra={false} />
    </header>
  )
}

/** The tabs: links until the script makes them tabs. Emoji belong to no channel. */
function Types({ query, language }: PickerPage) {
  const texts = pickerTextsIn(language)
  const types = (['gifs', 'stickers', 'text', 'emoji'] as const).filter(
    (type) => type !== 'emoji' || query.list.channel === undefined,
  )
  return (
    <nav className="picker-tabs" aria-label={texts.types}>
      {types.map((type) => (
        <a
          key={type}
          href={pickerPath({ ...query, list: { ...query.list, type, ids: undefined, related: undefined } })}
          data-type={type}
          aria-current={type === query.list.type ? 'true' : undefined}
        >
          {texts[type]}
        </a>
      ))}
    </nav>
  )
}

/** What to look at without typing. A category is a search for its name, which every type but emoji has. */
function Views({ query, language, categories }: PickerPage) {
  const texts = pickerTextsIn(language)
  const { list } = query
  const to = (q: string | undefined) => pickerPath({ ...query, list: { ...list, q } })
  return (
    // biome-ignore lint/a11y/useSemanticElements: the script makes it a toolbar
    <div className="picker-views" role="group" aria-label={texts.categories}>
      <a href={to(undefined)} data-view="list" aria-current={list.q === undefined ? 'true' : undefined}>
        {list.channel === undefined ? texts.trending : `@${list.channel.replace(/^@/, '')}`}
      </a>
      {/* They are this browser's, so they need a script. */}
      <button type="button" data-view="recent">
        {texts.recent}
      </button>
      <button type="button" data-view="favorites">
        {texts.favorites}
      </button>
      {categories.map((name) => (
        <a
          key={name}
          href={to(name)}
          data-view="list"
          data-q={name}
          aria-current={name === list.q ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </div>
  )
}

/** Chosen for the usual column of a narrow frame; a script chooses anew for what it adds. */
const BOX = { width: COLUMN_MAX_PX - 50 }

/** An empty address is the page's own. */
const THIS_PAGE = ''

function Results({ query, list, failed, language, publicUrl, tracking }: PickerPage) {
  const texts = { ...textsIn(language), ...pickerTextsIn(language) }
  return (
    <div id="results" className="picker-results">
      <div className="loop-grid">
        <ul className="loop-tiles">
          {list.gifs.map((gif) => (
            <li key={gif.id}>
              <div>
                <div>
                  <Tile
                    gif={gif}
                    href={withTracking(itemUrl(gif, publicUrl), tracking)}
                    box={BOX}
                    motion="auto"
                    eager
                    scaleUpLimit={query.tiles.scaleUpLimit}
                  />
                </div>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <div className="loop-end" role="status">
        {failed ? (
          <>
            <span>{texts.failed}</span>
            <a className="loop-retry" href={THIS_PAGE}>
              {texts.retry}
            </a>
          </>
        ) : list.gifs.length === 0 && list.done ? (
          <span>{query.tiles.noResultsMessage || texts.noResults}</span>
        ) : null}
      </div>
    </div>
  )
}
