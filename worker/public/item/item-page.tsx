import type { Context } from 'hono'
import type { ReactElement } from 'react'
import { relatedPath } from '../../../shared/public/browse-path.ts'
import { type ItemView, toItemView } from '../../../shared/public/item-view.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { interpolate } from '../../../shared/texts/public/public-texts.ts'
import type { App } from '../../app-types.ts'
import { assets } from '../../render/assets.ts'
import { PauseButton } from '../../render/pause-button.tsx'
import { Player } from '../../render/player.tsx'
import { FilmIcon, ForthIcon } from '../layout/icons.tsx'
import { type PageContext, pageContext } from '../layout/page-context.ts'
import type { PublicPage } from '../layout/render-page.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { TileRows } from '../parts/tile-rows.tsx'
import { ItemAttribution } from './item-attribution.tsx'
import { ItemFavorite } from './item-favorite.tsx'
import { itemHead } from './item-head.ts'
import { ItemSnippet } from './item-snippet.tsx'

type ItemPage = {
  page: PublicPage
  /** The end of the page: the first related GIFs, or nothing where they did not arrive. */
  relatedGifs: (gifs: readonly Gif[] | undefined) => ReactElement
}

/** An item's page, and its end, which is rendered when the related GIFs are there. */
export function itemPage(c: Context<App>, gif: Gif, isListed: boolean): ItemPage {
  const context = pageContext(c)
  const view = toItemView(gif, context)
  return {
    page: {
      head: { ...itemHead(view, context, isListed), scripts: [assets.scripts.item] },
      name: 'item',
      content: (
        <>
          <ItemTop context={context} view={view} isListed={!gif.is_hidden} />
          {view.snippet.fixed && <ItemSnippet context={context} view={view} />}
        </>
      ),
    },
    relatedGifs: (gifs) => <Related context={context} view={view} gifs={gifs} />,
  }
}

type Props = { context: PageContext; view: ItemView }

function ItemTop({ context, view, isListed }: Props & { isListed: boolean }) {
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
        <section
          className="item-share"
          aria-labelledby="share-title"
          data-tracking={isListed && context.countsShares ? view.id : undefined}
        >
          <h2 id="share-title">{texts.shareTitle}</h2>
          <CopyField
            id="share-link"
            label={playerTexts.link}
            value={view.canonical}
            texts={texts}
            shareType="link"
          />
          {view.snippet.fixed && (
            <CopyField
              id="share-embed"
              label={playerTexts.embed}
              value={view.snippet.fixed}
              texts={texts}
              shareType="embed"
            />
          )}
        </section>
        {context.hasAccounts && isListed && (
          <a className="report-link" href={to(`/report?gif=${view.id}`)} rel="nofollow">
            {texts.report}
          </a>
        )}
      </div>
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
