import type { ReactElement } from 'react'
import type { FavoriteWords } from '../../../islands/favorites/favorites.ts'
import { PauseButton } from '../../../islands/ui/buttons.tsx'
import { relatedPath } from '../../../shared/public/browse-path.ts'
import { type ItemFacts, type ItemView, itemFiles, toItemView } from '../../../shared/public/item-view.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { AppContext } from '../../http/context.ts'
import { assets } from '../../render/document.ts'
import { Player } from '../../render/parts.tsx'
import { type PageContext, type PublicPage, pageContext } from '../layout/page.ts'
import { FilmIcon, ForthIcon, HeartIcon, TileRows } from '../layout/parts.tsx'
import { ItemAttribution } from './item-attribution.tsx'
import { itemHead } from './item-head.ts'
import { ItemShare } from './item-share.tsx'

type ItemPage = {
  page: PublicPage
  /** The end of the page: the first related GIFs, or nothing where they did not arrive. */
  relatedGifs: (gifs: readonly Gif[] | undefined) => ReactElement
}

/** An item's page, and its end, which is rendered when the related GIFs are there. */
export function itemPage(c: AppContext, gif: Gif, isListed: boolean, told: Told): ItemPage {
  const context = pageContext(c)
  const view = toItemView(gif, context)
  const isOpen = !gif.is_hidden
  return {
    page: {
      head: { ...itemHead(view, context, isListed), scripts: [assets.scripts.item] },
      name: 'item',
      content: (
        <>
          <ItemTop context={context} view={view} isListed={isOpen} told={told} />
          <ItemShare
            context={context}
            view={view}
            files={itemFiles(told.facts ?? withoutSizes(gif))}
            isCounted={isOpen && context.countsShares}
          />
        </>
      ),
    },
    relatedGifs: (gifs) => <Related context={context} view={view} gifs={gifs} />,
  }
}

/** What of an item the page can do without: its files as the provider tells them, and how often it was seen. */
type Told = { facts: ItemFacts | undefined; views: number | undefined }

const UNKNOWN = { size: 0, webp_size: 0, mp4_size: 0, frames: 0 }

const withoutSizes = ({ images: { original, original_still } }: Gif): ItemFacts => ({
  source: '',
  images: {
    original: original && { ...original, ...UNKNOWN },
    original_still: original_still && { ...original_still, ...UNKNOWN },
  },
})

type Props = { context: PageContext; view: ItemView }

function ItemTop({ context, view, isListed, told }: Props & { isListed: boolean; told: Told }) {
  const { texts, playerTexts, to } = context
  const { picture, title, attribution, tags, film } = view
  return (
    <div className="item-top">
      <figure className="player" data-kind={view.kind} data-shape={shapeOf(picture)}>
        <Player picture={picture} title={title} paused={false} film={undefined} />
        <PauseButton texts={playerTexts} />
      </figure>
      <div className="item-words">
        <h1>{view.heading}</h1>
        {attribution && (
          <ItemAttribution attribution={attribution} to={to} verifiedText={playerTexts.verified} />
        )}
        {isListed && <ItemFavorite context={context} id={view.id} />}
        {title !== view.heading && <p className="item-text">{title}</p>}
        {film && (
          <a className="film" href={film.href} target="_blank" rel="noopener">
            <FilmIcon />
            {context.fill(texts.watchOn, film)}
          </a>
        )}
        {tags.length > 0 && (
          <ul className="tags" aria-label={texts.tags}>
            {tags.map(({ name, href }) => (
              <li key={name}>
                <a href={to(href)}>{name}</a>
              </li>
            ))}
          </ul>
        )}
        {context.hasAccounts && isListed && (
          <a className="report-link" href={to(`/report?gif=${view.id}`)} rel="nofollow">
            {texts.report}
          </a>
        )}
      </div>
      <ItemFactList context={context} view={view} {...told} />
    </div>
  )
}

// A tall picture must not push the words out of sight.
const shapeOf = ({ width, height }: { width: number; height: number }) => (height > width ? 'tall' : 'wide')

function Related({ context, view, gifs }: Props & { gifs: readonly Gif[] | undefined }) {
  const { texts, playerTexts, to } = context
  const segment = view.canonical.slice(view.canonical.lastIndexOf('/') + 1)
  const note = gifs ? texts.relatedNone : texts.relatedFailed
  return (
    <section className="related" aria-labelledby="related-title">
      <h2 id="related-title">{playerTexts.related}</h2>
      {gifs?.length ? (
        <>
          <TileRows context={context} gifs={gifs} label={playerTexts.related} />
          <a className="more" href={to(relatedPath(segment))}>
            {texts.moreRelated}
            <ForthIcon />
          </a>
        </>
      ) : (
        <p className="note">{note}</p>
      )}
    </section>
  )
}

type ItemFactListProps = {
  context: PageContext
  view: ItemView
  facts: ItemFacts | undefined
  /** How often it was seen, where that is known. */
  views: number | undefined
}

/** What is known of an item: size, frames, when it came, where from, how often it was seen. */
function ItemFactList({ context, view, facts, views }: ItemFactListProps) {
  const { texts, language } = context
  const { width, height } = view.picture
  const frames = facts?.images.original?.frames ?? 0
  const rows: [string, string][] = [[texts.factSize, `${width} × ${height}`]]
  if (frames > 1) rows.push([texts.factFrames, context.number(frames)])
  if (view.added) {
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
    rows.push([texts.factAdded, date.format(new Date(view.added))])
  }
  if (views) rows.push([texts.factViews, context.number(views)])
  return (
    <dl className="item-facts" aria-label={texts.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {facts?.source && (
        <div>
          <dt>{texts.factSource}</dt>
          <dd>
            <a href={facts.source} rel="nofollow noopener ugc" target="_blank">
              {new URL(facts.source).host}
            </a>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What a control of favorites says, for its script. */
export const favoriteWords = ({ texts, playerTexts }: PageContext): FavoriteWords => ({
  added: playerTexts.favoriteAdded,
  kept: texts.favoriteKept,
  removed: playerTexts.favoriteRemoved,
  failed: playerTexts.favoriteFailed,
  full: texts.favoritesFull,
  press: texts.favoritePress,
})

/** §4 The favorite of an item; `#favorite` leads here from frames of other sites (`islands/public/item.ts`). */
const ItemFavorite = ({ context, id }: { context: PageContext; id: string }) => (
  <div
    id="favorite"
    className="favorite"
    data-favorite={id}
    data-words={JSON.stringify(favoriteWords(context))}
  >
    {/* Whose favorite it would be is asked first: until then a press would be lost. */}
    <button type="button" className="favorite-button" aria-pressed="false" disabled>
      <HeartIcon />
      <span>{context.playerTexts.favorite}</span>
    </button>
    <p className="favorite-said" hidden>
      <span role="status" /> <a href={context.to('/favorites')}>{context.texts.favorites}</a>
    </p>
  </div>
)
