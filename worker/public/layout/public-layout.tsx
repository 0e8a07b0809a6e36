import { type Props, reactRenderer } from '@hono/react-renderer'
import type { Context } from 'hono'
import type { ReactNode } from 'react'
import type { DirectApi } from '../../../shared/direct.ts'
import type { App } from '../../app-types.ts'
import { assets } from '../../render/assets.ts'
import { DOCTYPE, HtmlDocument, PAINT_HOLD, type PageHead, PaintMark } from '../../render/html-document.tsx'
import { PublicFooter } from './footer.tsx'
import { PublicHeader } from './header.tsx'
import { type PageContext, pageContext } from './page-context.ts'

declare module '@hono/react-renderer' {
  interface Props {
    /** The class of `<main>`, which pages are styled by. */
    name?: string
    /** The text in the search field. */
    query?: string | undefined
    /** The content has a search field of its own. */
    ownSearch?: boolean
    /** Behind the content, and behind what the first paint waits for (`streamPage`). */
    later?: ReactNode
  }
}

/** `context`: what the page knows of its request, where it is not simply that request. */
type LayoutProps = Props & { c: Context<App>; children: ReactNode; context?: PageContext }

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
  later,
  children,
}: LayoutProps) {
  return (
    <HtmlDocument language={context.language} theme={context.theme} head={publicHead(head, context)}>
      <PublicHeader context={context} query={query} ownSearch={ownSearch} />
      <main id="content" className={name}>
        {children}
        {later && (
          <>
            <PaintMark />
            {later}
          </>
        )}
      </main>
      <PublicFooter context={context} />
      {!later && <PaintMark />}
    </HtmlDocument>
  )
}

/** Middleware: `c.render` in the handlers behind it uses the layout. */
export const publicLayout = reactRenderer(PublicLayout, { docType: DOCTYPE })

const ICON = { rel: 'icon', href: '/static/icon.svg', type: 'image/svg+xml' }
const SEARCH = { rel: 'search', type: 'application/opensearchdescription+xml', href: '/opensearch.xml' }
const STYLE = { rel: 'stylesheet', href: assets.styles.public }

const publicHead = (
  { title, meta = [], links = [], scripts = [], ...head }: PageHead,
  { brand, direct }: PageContext,
): PageHead => ({
  ...head,
  title: title === brand ? title : `${title} · ${brand}`,
  meta: [{ property: 'og:site_name', content: brand }, ...meta],
  links: [
    ICON,
    { ...SEARCH, title: brand },
    STYLE,
    PAINT_HOLD,
    ...(direct ? [callsTo(direct)] : []),
    ...links,
  ],
  // Before any other script calls our API.
  scripts: [...(direct ? [assets.scripts.direct] : []), assets.scripts.public, ...scripts],
})

/** What `islands/direct/` reads. */
const callsTo = ({ url, key }: DirectApi) => ({
  rel: 'preconnect',
  href: url,
  'data-provider': url,
  'data-key': key,
})
