import * as v from 'valibot'
import { PauseButton } from '../../../islands/ui/buttons.tsx'
import { providerCalls } from '../../../shared/calls/provider.ts'
import { gifPageCalls } from '../../../shared/calls/site/pages.ts'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { EMBED_GRID } from '../../../shared/limits.ts'
import { sizesOnPage, thrifty } from '../../../shared/picture/sizes.ts'
import { relatedPath } from '../../../shared/public/browse-path.ts'
import { type ItemFacts, ItemFactsSchema, itemFiles, previewOf } from '../../../shared/public/item-files.ts'
import { type ItemView, toItemView } from '../../../shared/public/item-view.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { type AppContext, gifOfSlug, readContext, viewerContext } from '../../http/context.ts'
import { savesData } from '../../http/visitor.ts'
import { Player } from '../../render/parts.tsx'
import {
  inLanguage,
  movedTo,
  optional,
  type PageContext,
  type PublicPage,
  pageContext,
  readProvider,
} from '../layout/page.ts'
import { FilmIcon, ForthIcon, favoriteWords, HeartIcon, LinkList, TileRows } from '../layout/parts.tsx'
import { streamPage } from '../layout/public-layout.tsx'
import { readShared } from '../layout/read-service.ts'
import { ItemAttribution, itemHead } from './item-head.tsx'
import { ItemShare } from './item-share.tsx'

/** `/gifs/{slug}` and `/stickers/{slug}`: the item's page. The GIF alone decides the status; the related GIFs may fail. */
export async function itemPage(c: AppContext): Promise<Response> {
  const { gif, isListed, isPrivate, state, age } = await gifOfSlug(c, viewerContext(c))
  const path = itemPath(gif)
  // An item has one address: the wrong kind, an old slug or an old id is redirected to it.
  if (path !== c.req.path) return movedTo(c, path, isPrivate)

  const fields = { type: gif.is_sticker ? 'stickers' : 'gifs', gif_id: gif.id, limit: EMBED_GRID.page }
  const related = optional(readProvider(c, 'related', fields))
  const named = inLanguage(c, gif.tags)
  const [read, count] = isPrivate
    ? []
    : await Promise.all([
        optional(readFacts(c, gif.id)),
        readShared(c, gifPageCalls.gifViewCount, { id: gif.id }),
      ])
  const facts = read?.value
  const context = pageContext(c)
  const whole = toItemView({ ...gif, tags: [...(await named)] }, context)
  const view = savesData(c.req.raw.headers) ? { ...whole, picture: thrifty(whole.picture) } : whole
  const isOpen = !gif.is_hidden
  const part = { context, view }
  const page: PublicPage = {
    head: { ...itemHead(view, context, isListed && !isPrivate, previewOf(facts)), scripts: ['item'] },
    name: 'item',
    content: (
      <>
        <ItemTop {...part} isListed={isOpen} facts={facts} views={count?.view_count} />
        <ItemShare
          {...part}
          files={itemFiles(facts ?? withoutSizes(gif))}
          isCounted={isOpen && context.countsShares}
        />
      </>
    ),
  }
  const later = related.then((list) => <Related {...part} gifs={list?.value.data} />)
  return streamPage(c, page, later, { pictures: [gif], state, age, isListed, isPrivate })
}

// The copy that gave the GIF has them too.
const readFacts = (c: AppContext, id: string) =>
  c.var.services.provider.parsed(providerCalls.gif, { id }, readContext(c), 'item-facts', toFacts)

const toFacts = (page: unknown): ItemFacts => v.parse(ItemFactsSchema, page).data

const UNKNOWN = {
  ...{ size: 0, avif_size: 0, webp_size: 0, mp4_size: 0, frames: 0 },
  ...{ webm: '', webm_size: 0, mov: '', mov_size: 0 },
}

const withoutSizes = ({ images: { original, original_still } }: Gif): ItemFacts => ({
  source: '',
  images: {
    original: original && { ...original, ...UNKNOWN },
    original_still: original_still && { ...original_still, ...UNKNOWN },
  },
})

type Props = { context: PageContext; view: ItemView }

type FactsProps = Props & {
  /** What of an item the page can do without: its files as the provider tells them, and how often it was seen. */
  facts: ItemFacts | undefined
  views: number | undefined
}

function ItemTop({ context, view, isListed, facts, views }: FactsProps & { isListed: boolean }) {
  const { texts, playerTexts, to } = context
  const { picture, title, attribution, tags, film, cta } = view
  return (
    <div className="item-top">
      <figure className="player" data-kind={view.kind} data-shape={shapeOf(picture)}>
        <Player
          picture={picture}
          sizes={sizesOnPage(picture, view.kind === 'sticker', PLAYER)}
          title={title}
          paused={false}
          film={undefined}
        />
        <PauseButton texts={playerTexts} />
      </figure>
      <div className="item-words">
        <h1>{view.heading}</h1>
        {!isListed && <p className="note">{texts.hiddenNote}</p>}
        {attribution && (
          <ItemAttribution attribution={attribution} to={to} verifiedText={playerTexts.verified} />
        )}
        {isListed && <ItemFavorite context={context} id={view.id} />}
        {title !== view.heading && <p className="item-text">{title}</p>}
        {cta && (
          <a className="item-cta" href={cta.href} target="_blank" rel="noopener ugc" data-event="cta">
            <bdi>{cta.text}</bdi>
          </a>
        )}
        {film && (
          <a className="film" href={film.href} target="_blank" rel="noopener">
            <FilmIcon />
            {context.fill(texts.watchOn, film)}
          </a>
        )}
        <LinkList context={context} label={texts.tags} links={tags} />
        {context.hasAccounts && isListed && (
          <a className="report-link" href={to(`/report?gif=${view.id}`)} rel="nofollow">
            {texts.report}
          </a>
        )}
      </div>
      <ItemFactList context={context} view={view} facts={facts} views={views} />
    </div>
  )
}

/** The player's column (`item.css`). */
const PLAYER = { from: 900, width: 600 }

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

/** What is known of an item: size, frames, when it came, where from, how often it was seen. */
function ItemFactList({ context, view, facts, views }: FactsProps) {
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
