import { PauseIcon, PlayIcon } from '../../../islands/ui/icons.tsx'
import { QUERY_MAX_CHARS } from '../../../shared/limits.ts'
import { stickersPath } from '../../../shared/public/browse-path.ts'
import { BrandMark, SearchIcon } from './icons.tsx'
import type { PageContext } from './page-context.ts'

type HeaderProps = { context: PageContext; query: string | undefined; ownSearch: boolean }

/** The bar on top of every public page: brand, search, links, and a switch for everything that moves (WCAG 2.2.2). */
export function PublicHeader({ context, query, ownSearch }: HeaderProps) {
  const { texts, to, brand, hasAccounts, hasUploads, hasStories } = context
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
          <a href={to(stickersPath())}>{texts.stickers}</a>
          {hasStories && <a href={to('/stories')}>{texts.stories}</a>}
          <a href={`${to('/')}#build`}>{texts.builder}</a>
          <a href="/docs/api">{texts.api}</a>
          <a href={to('/favorites')}>{texts.favorites}</a>
          {hasUploads && <a href={to('/upload')}>{texts.upload}</a>}
          {/* The same for everybody, as caches keep the page: whoever is not signed in gets there by `/login`. */}
          {hasAccounts && <a href={to('/account')}>{texts.account}</a>}
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

type SearchFormProps = { context: PageContext; id: string; query?: string | undefined }

/** The search field: a plain form, so that it works before and without scripts. */
export function SearchForm({ context, id, query = '' }: SearchFormProps) {
  const { texts, to, language } = context
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
        {to('/') !== '/' && <input type="hidden" name="lang" value={language} />}
        <button type="submit">
          <SearchIcon />
          <span className="name-of">{texts.searchGo}</span>
        </button>
      </form>
    </search>
  )
}
