import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { documentEnd } from '../../render/document.ts'
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
  /** The content in the order it is sent; a part that waits for a further call comes behind the others. */
  content: readonly (() => ReactElement | Promise<ReactElement>)[]
}

/** The one layout of all public pages, in the order it is sent. */
export function sitePage(page: SitePage): PageParts {
  const { place, head, name, content } = page
  return [
    () =>
      `${siteOpening(head, place)}${renderToString(<SiteHeader {...page} />)}` +
      `<main id="content" class="${name}">`,
    ...content.map((part) => () => rendered(part())),
    () => `</main>${renderToString(<SiteFooter place={place} />)}${documentEnd}`,
  ]
}

const rendered = (part: ReactElement | Promise<ReactElement>) =>
  part instanceof Promise ? part.then((element) => renderToString(element)) : renderToString(part)
