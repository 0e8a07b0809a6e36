import { PauseIcon, PlayIcon } from '../../../islands/ui/icons.tsx'
import { QUERY_MAX_CHARS } from '../../../shared/limits.ts'
import { categoryPath, stickersPath, trendingPath } from '../../../shared/public/browse-path.ts'
import { BrandMark, SearchIcon } from './icons.tsx'
import type { PageContext } from './page-context.ts'

type HeaderProps = { context: PageContext; query: string | undefined; ownSearch: boolean }

/** The bar on top of every public page: brand, search, links, and a switch for everything that moves (WCAG 2.2.2). */
export function PublicHeader({ context, query, ownSearch }: HeaderProps) {
  const { texts, playerTexts, to, brand, hasAccounts, hasUploads, hasStories, direct } = context
  const page = { context }
  return (
    <>
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <header className="public-header">
        <a className="brand" href={to('/')}>
          <BrandMark />
          <span>{brand}</span>
        </a>
        {!ownSearch && <SearchForm context={context} id="public-search" query={query} />}
        <nav className="ways" aria-label={brand}>
          <Way {...page} path={trendingPath()} name={playerTexts.trending} />
          {/* Categories and the builder need the provider's data here. */}
          {!direct && <Way {...page} path={categoryPath()} name={texts.categories} />}
          <Way {...page} path={stickersPath()} name={texts.stickers} />
          {hasStories && <Way {...page} path="/stories" name={texts.stories} />}
          {!direct && <a href={`${to('/')}#build`}>{texts.builder}</a>}
          <Way {...page} path="/docs" name={texts.docs} />
          <Way {...page} path="/favorites" name={texts.favorites} />
          {hasUploads && <Way {...page} path="/upload" name={texts.upload} />}
          {/* The same for everybody, as caches keep the page: whoever is not signed in gets there by `/login`. */}
          {hasAccounts && <Way {...page} path="/account" name={texts.account} />}
        </nav>
        <button type="button" className="motion-switch" data-action="motion">
          <PauseIcon />
          <PlayIcon />
          <span className="name-of when-playing">{texts.pauseAll}</span>
          <span className="name-of when-paused">{texts.playAll}</span>
        </button>
      </header>
    </>
  )
}

type WayProps = { context: PageContext; path: string; name: string }

/** A link to one of the main pages, which says where it is this one, or one below it. */
const Way = ({ context: { to, path: here }, path, name }: WayProps) => (
  <a href={to(path)} aria-current={here === path ? 'page' : here.startsWith(`${path}/`) ? 'true' : undefined}>
    {name}
  </a>
)

type SearchFormProps = { context: PageContext; id: string; query?: string | undefined }

/** The search field: a plain form, so that it works before and without scripts. */
export function SearchForm({ context, id, query = '' }: SearchFormProps) {
  const { texts, chosen } = context
  return (
    <search>
      <form className="search" action="/search">
        <label htmlFor={id} className="name-of">
          {texts.search}
        </label>
        <input
          id={id}
          type="search"
          name="q"
          defaultValue={query}
          placeholder={texts.search}
          maxLength={QUERY_MAX_CHARS}
          required
          autoComplete="off"
          enterKeyHint="search"
        />
        {Object.entries(chosen).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit">
          <SearchIcon />
          <span className="name-of">{texts.searchGo}</span>
        </button>
      </form>
    </search>
  )
}
