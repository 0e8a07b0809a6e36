import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { documentEnd, PAINT_MARK } from '../../render/document.ts'
import type { PageParts } from '../../render/page-stream.ts'
import { type PublicHead, publicOpening } from './document.ts'
import { PublicFooter } from './footer.tsx'
import { PublicHeader } from './header.tsx'
import type { PageContext } from './page-context.ts'

type PublicPage = {
  context: PageContext
  head: PublicHead
  /** What the search field holds. */
  query?: string
  /** The content has a search of its own. */
  searchIsElsewhere?: boolean
  /** Which page it is, for its style. */
  name: string
  /** The content in the order it is sent; all of it is painted at once. */
  content: readonly (() => ReactElement)[]
  /** What waits for a further call, and follows. */
  later?: () => Promise<ReactElement>
}

/** The one layout of all public pages, in the order it is sent. */
export function publicPage(page: PublicPage): PageParts {
  const { context, head, name, content, later } = page
  return [
    () =>
      `${publicOpening(head, context)}${renderToString(<PublicHeader {...page} />)}` +
      `<main id="content" class="${name}">`,
    ...content.map((part) => () => renderToString(part())),
    ...(later ? [() => PAINT_MARK.html, () => later().then((part) => renderToString(part))] : []),
    () =>
      `</main>${renderToString(<PublicFooter context={context} />)}${later ? '' : PAINT_MARK.html}${documentEnd}`,
  ]
}
