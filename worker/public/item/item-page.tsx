import type { Context } from 'hono'
import type { ReactElement } from 'react'
import { relatedPath } from '../../../shared/public/browse-path.ts'
import { type ItemFacts, type ItemView, itemFiles, toItemView } from '../../../shared/public/item-view.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import type { App } from '../../app-types.ts'
import { assets } from '../../render/assets.ts'
import { PauseButton, Player } from '../../render/parts.tsx'
import { FilmIcon, ForthIcon } from '../layout/icons.tsx'
import { type PageContext, pageContext } from '../layout/page-context.ts'
import type { PublicPage } from '../layout/render-page.tsx'
import { TileRows } from '../parts/tile-rows.tsx'
import { ItemAttribution } from './item-attribution.tsx'
import { ItemFactList } from './item-facts.tsx'
import { ItemFavorite } from './item-favorite.tsx'
import { itemHead } from './item-head.ts'
import { ItemShare } from './item-share.tsx'

type ItemPage = {
  page: PublicPage
  /** The end of the page: the first related GIFs, or nothing where they did not arrive. */
  relatedGifs: (gifs: readonly Gif[] | undefined) => ReactElement
}

/** An item's page, and its end, which is rendered when the related GIFs are there. */
export function itemPage(c: Context<App>, gif: Gif, isListed: boolean, told: Told): ItemPage {
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
export type Told = { facts: ItemFacts | undefined; views: number | undefined }

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
            {interpolate(texts.watchOn, film)}
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
