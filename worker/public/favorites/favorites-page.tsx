import type { Context } from 'hono'
import type { Paging } from '../../../shared/public/browse-path.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { App } from '../../app-types.ts'
import { assets } from '../../render/assets.ts'
import { NOINDEX } from '../../render/html-document.tsx'
import { favoriteWords } from '../item/item-favorite.tsx'
import { HeartIcon } from '../layout/icons.tsx'
import { type PageContext, pageContext } from '../layout/page-context.ts'
import type { PublicPage } from '../layout/render-page.tsx'
import { Pager } from '../parts/pager.tsx'
import { TileFavorite, TileRows } from '../parts/tile-rows.tsx'

type Found = {
  /** The favorites of the person signed in; of a visitor the browser alone has them. */
  own: { gifs: readonly Gif[]; paging: Paging } | undefined
  /** Shown where there are none. */
  popular: readonly Gif[]
}

/** `/favorites`. Its script (`islands/public/favorites.ts`) removes from the list, and lists what this browser keeps. */
export function favoritesPage(c: Context<App>, { own, popular }: Found): PublicPage {
  const context = pageContext(c)
  const { texts } = context
  const isEmpty = own?.paging.total === 0
  return {
    name: 'list favorites',
    head: {
      title: texts.favorites,
      description: own ? texts.favoritesOwn : texts.favoritesHere,
      robots: NOINDEX,
      scripts: [assets.scripts.favorites],
    },
    content: (
      <>
        <div className="list-top">
          <h1>{texts.favorites}</h1>
          <p className="count">{own ? texts.favoritesOwn : texts.favoritesHere}</p>
        </div>
        <FavoritesList context={context} own={own} />
        <NoFavorites context={context} popular={popular} isHidden={!isEmpty} />
      </>
    ),
  }
}

const wordsOf = (context: PageContext) => {
  const { texts } = context
  return JSON.stringify({
    ...favoriteWords(context),
    favoriteOf: texts.favoriteOf,
    take: texts.favoritesTake,
    taking: texts.favoritesTaking,
    noStorage: texts.favoritesNoStorage,
    noGifs: texts.favoritesFailed,
  })
}

function FavoritesList({ context, own }: { context: PageContext } & Pick<Found, 'own'>) {
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

type NoFavoritesProps = { context: PageContext; popular: readonly Gif[]; isHidden: boolean }

const NoFavorites = ({ context, popular, isHidden }: NoFavoritesProps) => (
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
