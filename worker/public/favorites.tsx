import { ownSiteCalls } from '../../shared/calls/catalogue.ts'
import { pageWindow, pagingOf } from '../../shared/public/browse-path.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { type AppContext, viewerOf } from '../http/context.ts'
import {
  optional,
  type PageContext,
  type PublicPage,
  pageContext,
  readProvider,
  renderPage,
} from './layout/page.ts'
import { favoriteWords, HeartIcon, Pager, TileFavorite, TileRows } from './layout/parts.tsx'
import { readService } from './layout/read-service.ts'
import { beyond, pageParam } from './lists/list-page.tsx'

/** How many trending GIFs are shown where there are no favorites yet. */
const TRENDING = 12

/**
 * `/favorites`: of the person signed in, read here; else of this browser, which its script (`islands/public/favorites.ts`)
 * lists. The script also removes from the list.
 */
export async function favoritesPage(c: AppContext): Promise<Response> {
  const [own, trending] = await Promise.all([
    ownList(c),
    optional(readProvider(c, 'trending', { type: 'gifs', limit: TRENDING })),
  ])
  const popular = trending?.value.data ?? []
  c.set('lists', 'favorites')
  const context = pageContext(c)
  const { texts } = context
  const description = own ? texts.favoritesOwn : texts.favoritesHere
  const page: PublicPage = {
    name: 'list favorites',
    head: { title: texts.favorites, description, noindex: true, scripts: ['favorites'] },
    content: (
      <>
        <div className="list-top">
          <h1>{texts.favorites}</h1>
          <p className="count">{description}</p>
        </div>
        <FavoritesList context={context} own={own} />
        <NoFavorites context={context} popular={popular} isHidden={own?.paging.total !== 0} />
      </>
    ),
  }
  // The script's pictures come from where the trending ones do: a provider's media hosts.
  return renderPage(c, page, { pictures: [...(own?.gifs ?? []), ...popular], isPrivate: true })
}

/** The favorites of the person signed in; of a visitor the browser alone has them. */
async function ownList(c: AppContext) {
  const viewer = await viewerOf(c)
  if (!viewer) return undefined
  const page = pageParam(c)
  const window = pageWindow(page)
  if (!window) throw beyond()
  const { data, pagination } = await readService(c, ownSiteCalls.favorites, window, { viewer })
  const total = pagination?.total_count ?? 0
  if (page > 1 && total <= window.offset) throw beyond()
  return { gifs: data, paging: pagingOf(page, data.length, total) }
}

type Own = Awaited<ReturnType<typeof ownList>>

const wordsOf = (context: PageContext) => {
  const { texts } = context
  return JSON.stringify({
    ...favoriteWords(context),
    favoriteOf: texts.favoriteOf,
    take: texts.favoritesTake,
    taking: texts.favoritesTaking,
    noStorage: texts.noStorage,
    noGifs: texts.favoritesFailed,
  })
}

function FavoritesList({ context, own }: { context: PageContext; own: Own }) {
  const { texts } = context
  return (
    <div data-favorites={own ? 'account' : 'browser'} data-words={wordsOf(context)}>
      {own && (
        <button type="button" className="pill favorites-take" hidden>
          {texts.favoritesTake}
        </button>
      )}
      {own ? (
        <TileRows context={context} gifs={own.gifs} label={texts.favorites} favorites />
      ) : (
        <>
          <p className="note no-script">{texts.favoritesNoScript}</p>
          <ul className="tile-rows" aria-label={texts.favorites} />
          <TileTemplate context={context} />
        </>
      )}
      <button type="button" className="pill favorites-more" hidden data-again={texts.tryAgain}>
        {texts.favoritesMore}
      </button>
      <div className="favorites-said" hidden>
        <p role="status" />
        <button type="button" hidden>
          {texts.undo}
        </button>
      </div>
      {own && (
        <Pager
          context={context}
          paging={own.paging}
          pathOf={(page) => (page > 1 ? `/favorites?page=${page}` : '/favorites')}
        />
      )}
    </div>
  )
}

/** A tile of `TileRows` without its GIF. */
const TileTemplate = ({ context }: { context: PageContext }) => (
  <template>
    <li>
      <a className="row-tile" href="/">
        <picture>
          <img alt="" decoding="async" loading="lazy" />
        </picture>
      </a>
      <TileFavorite context={context} id="" title="" />
    </li>
  </template>
)

const NoFavorites = ({
  context,
  popular,
  isHidden,
}: {
  context: PageContext
  popular: readonly Gif[]
  isHidden: boolean
}) => (
  <div className="favorites-none" hidden={isHidden}>
    <div className="favorites-empty">
      <HeartIcon />
      <h2>{context.texts.favoritesNone}</h2>
      <p>{context.texts.favoritesNoneText}</p>
      <a className="more" href="#public-search">
        {context.texts.search}
      </a>
    </div>
    {popular.length > 0 && (
      <section aria-labelledby="popular-title">
        <h2 id="popular-title">{context.playerTexts.trending}</h2>
        <TileRows context={context} gifs={popular} label={context.playerTexts.trending} />
      </section>
    )}
  </div>
)
