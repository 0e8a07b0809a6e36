import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { documentEnd, PAINT_MARK } from '../../render/document.ts'
import type { PageParts } from '../../render/page-stream.ts'
import { type SiteHead, siteOpening } from '../../render/site-document.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import type { SitePlace } from './site-place.ts'

export type SitePage = {
  place: SitePlace
  head: SiteHead
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
export function sitePage(page: SitePage): PageParts {
  const { place, head, name, content, later } = page
  return [
    () =>
      `${siteOpening(head, place)}${renderToString(<SiteHeader {...page} />)}` +
      `<main id="content" class="${name}">`,
    ...content.map((part) => () => renderToString(part())),
    ...(later ? [() => PAINT_MARK.html, () => later().then((part) => renderToString(part))] : []),
    () =>
      `</main>${renderToString(<SiteFooter place={place} />)}${later ? '' : PAINT_MARK.html}${documentEnd}`,
  ]
}
