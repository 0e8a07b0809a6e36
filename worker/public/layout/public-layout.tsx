import { type Props, reactRenderer } from '@hono/react-renderer'
import type { ReactElement, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { PauseIcon, PlayIcon } from '../../../islands/ui/buttons.tsx'
import { QUERY_MAX_CHARS } from '../../../shared/limits.ts'
import { categoryPath, stickersPath, trendingPath } from '../../../shared/public/browse-path.ts'
import { SITE_TEXT_PATHS } from '../../../shared/schema/own/rules.ts'
import { LANGUAGE_NAMES, languages } from '../../../shared/texts/languages.ts'
import { SITE_TEXT_NAMES } from '../../../shared/texts/public/site-text-names.ts'
import { type AppContext, reply } from '../../http/context.ts'
import { withLanguage } from '../../http/visitor.ts'
import { assets, pageStream } from '../../render/document.ts'
import { DOCTYPE, HtmlDocument, PAINT_HOLD, type PageHead, PaintMark } from '../../render/html-document.tsx'
import { type PageContext, type PageSource, type PublicPage, pageContext, publicHeaders } from './page.ts'
import { BrandMark, SearchIcon } from './parts.tsx'

declare module '@hono/react-renderer' {
  interface Props {
    /** The class of `<main>`, which pages are styled by. */
    name?: string
    /** The text in the search field. */
    query?: string | undefined
    /** The content has its own search field. */
    ownSearch?: boolean
    /** Who is signed in, on pages that no cache keeps: their name takes the place of 'Sign in'. */
    viewer?: Viewer | undefined
    /** Behind the content, and behind what the first paint waits for (`streamPage`). */
    later?: ReactNode
  }
}

/** `null` for a visitor. */
export type Viewer = { id: string; name: string } | null

/** `context`: what the page knows of its request, where it is not simply that request. */
type LayoutProps = Props & { c: AppContext; children: ReactNode; context?: PageContext }

/**
 * The layout of the public pages: one style, a header with search, the content, a footer with languages.
 *
 * To add a page: put `page(path, handler)` into the table of `worker/app.ts`. The handler first reads what decides the
 * status. It ends with `renderPage(c, { head, name, content }, source)`; a page with other headers, such as one for a
 * single person, ends with `replyPage(c, content, { head, name }, headers)`. Failures are thrown.
 *
 * Another room makes its layout the same way: a component that lays out an `HtmlDocument`, given to `reactRenderer`, and
 * its middleware in front of each handler. What its pages pass to it beyond `head` is added to `Props`, as above.
 */
export function PublicLayout({
  c,
  context = pageContext(c),
  head,
  name,
  query,
  ownSearch = false,
  viewer,
  later,
  children,
}: LayoutProps) {
  // People's pages are no one else's business.
  const visit = viewer === undefined ? context.visit : undefined
  return (
    <HtmlDocument language={context.language} theme={context.theme} head={publicHead(head, context)}>
      <PublicHeader context={context} query={query} ownSearch={ownSearch} viewer={viewer} />
      <main
        id="content"
        className={name}
        data-tools={context.hasAccounts ? assets.scripts.tools : undefined}
        data-visit={visit?.script}
        data-analytics={visit?.service || undefined}
      >
        {children}
        {later && (
          <>
            <PaintMark />
            {later}
          </>
        )}
      </main>
      <PublicFooter context={context} asks={Boolean(visit?.service)} />
      {!later && <PaintMark />}
    </HtmlDocument>
  )
}

const layout = reactRenderer(PublicLayout, { docType: DOCTYPE })

/** Middleware: `c.render` in the handlers behind it uses the layout, with the rules of the installation as they are. */
export const publicLayout: typeof layout = async (c: AppContext, next) => {
  await c.var.services.settings.fresh()
  return layout(c, next)
}

/** A page as markup, for a response that `c.render` cannot make. */
export const drawPage = ({ content, ...page }: Omit<LayoutProps, 'children'> & PublicPage): string =>
  DOCTYPE + renderToString(<PublicLayout {...page}>{content}</PublicLayout>)

// As `TRACKING_SLOT` (`worker/render/page-memo.ts`): no title or name holds its first character.
const LATER_SLOT = '\u0091later'

/**
 * Responds with a public page that leaves at once, but for the end of its content, which waits for a further call: the
 * same layout is rendered with a slot, which `later` fills in the same stream. It must not reject.
 */
export function streamPage(
  c: AppContext,
  page: PublicPage,
  later: Promise<ReactElement>,
  source: PageSource,
): Response {
  const [start = '', rest = ''] = drawPage({ c, ...page, later: LATER_SLOT }).split(LATER_SLOT)
  const end = later.then((part) => renderToString(part) + rest)
  return reply(
    c,
    pageStream(start, () => end),
    200,
    { ...publicHeaders(c, source), 'Content-Type': 'text/html; charset=UTF-8' },
  )
}

const ICON = { rel: 'icon', href: '/static/icon.svg', type: 'image/svg+xml' }
const SEARCH = { rel: 'search', type: 'application/opensearchdescription+xml', href: '/opensearch.xml' }
const STYLE = { rel: 'stylesheet', href: assets.styles.public }

/** @param accent like `#6d5efc` */
const accentPath = (accent: string) => `/static/accent/${accent.slice(1)}.css`

const publicHead = (
  { title, meta = [], links = [], scripts = [], ...head }: PageHead,
  { brand, logo, accent, direct }: PageContext,
): PageHead => ({
  ...head,
  title: title === brand ? title : `${title} · ${brand}`,
  meta: [{ property: 'og:site_name', content: brand }, ...meta],
  links: [
    logo ? { rel: 'icon', href: logo } : ICON,
    { ...SEARCH, title: brand },
    STYLE,
    ...(accent ? [{ rel: 'stylesheet', href: accentPath(accent) }] : []),
    PAINT_HOLD,
    ...(direct ? [callsTo(direct)] : []),
    ...links,
  ],
  // Before any other script calls our API.
  scripts: [...(direct ? (['direct'] as const) : []), 'public', ...scripts],
})

/** What `islands/direct/` reads. */
const callsTo = ({ url, key }: NonNullable<PageContext['direct']>) => ({
  rel: 'preconnect',
  href: url,
  'data-provider': url,
  'data-key': key,
})

type HeaderProps = {
  context: PageContext
  query: string | undefined
  ownSearch: boolean
  viewer: Viewer | undefined
}

/** The bar on top of every public page: brand, search, links, and a switch for everything that moves (WCAG 2.2.2). */
function PublicHeader({ context, query, ownSearch, viewer }: HeaderProps) {
  const { texts, playerTexts, to, brand, logo, hasAccounts, hasUploads, hasStories, direct } = context
  const page = { context }
  return (
    <>
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <header className="public-header">
        <a className="brand" href={to('/')}>
          {logo ? <img src={logo} alt="" width="32" height="32" /> : <BrandMark />}
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
          {hasAccounts && (
            <Way
              {...page}
              path={viewer === null ? '/login' : '/account'}
              name={viewer?.name ?? texts.signIn}
              viewer={JSON.stringify(viewer)}
            />
          )}
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

type WayProps = { context: PageContext; path: string; name: string; viewer?: string | undefined }

/**
 * A link to one of the main pages, which says where it is this one, or one below it. The last one, the account, is the same for
 * all visitors where caches keep the page: a script names who is signed in (`startNaming` in `islands/public/public.ts`).
 */
const Way = ({ context: { to, path: here }, path, name, ...more }: WayProps) => (
  <a
    href={to(path)}
    aria-current={here === path ? 'page' : here.startsWith(`${path}/`) ? 'true' : undefined}
    className={'viewer' in more ? 'me' : undefined}
    data-viewer={more.viewer}
  >
    {name}
  </a>
)

type SearchFormProps = { context: PageContext; id: string; query?: string | undefined; placeholder?: string }

/** The search field: a plain form, so that it works before and without scripts. */
export function SearchForm({ context, id, query = '', placeholder }: SearchFormProps) {
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
          placeholder={placeholder ?? texts.searchGo}
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

/** The bottom of every public page: a line about the product, the installation's texts, the way to make a claim, and the page in other languages. */
function PublicFooter({ context, asks }: { context: PageContext; asks: boolean }) {
  const { brand, texts, path, language, siteTexts, to, hasAccounts } = context
  return (
    <footer className="public-footer">
      <p>
        <strong>{brand}</strong> {texts.tagline}
      </p>
      <ul>
        {siteTexts.map((name) => (
          <li key={name}>
            <a href={to(SITE_TEXT_PATHS[name])}>{SITE_TEXT_NAMES[language][name]}</a>
          </li>
        ))}
        <li>
          <a href={to('/claim')}>{texts.claim}</a>
        </li>
        {hasAccounts && (
          <li>
            <a href={to('/transparency')}>{texts.transparency}</a>
          </li>
        )}
      </ul>
      <nav aria-label={texts.language}>
        {languages.map((one) => (
          <a
            key={one}
            href={withLanguage(to(path), one)}
            lang={one}
            hrefLang={one}
            aria-current={one === language ? 'true' : undefined}
            rel="nofollow"
          >
            {LANGUAGE_NAMES[one]}
          </a>
        ))}
      </nav>
      {/* Last, as its script brings it. */}
      {asks && (
        <button type="button" className="consent" data-action="consent" hidden>
          {texts.analytics}
        </button>
      )}
    </footer>
  )
}
