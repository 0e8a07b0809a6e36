import type { ReactNode } from 'react'
import { jsonForScript } from '../../shared/html.ts'
import type { Language } from '../../shared/texts/languages.ts'
import { assets, PAINT_MARK, SCHEMES, type Theme } from './document.ts'

/** Attributes of one element, by their names in JSX. */
export type Attributes = Record<string, string | number>

/** The `<head>` of a page. The page's policy must allow its styles and scripts. */
export type PageHead = {
  title: string
  description?: string
  /** The page's one address, absolute. */
  canonical?: string
  /** Search engines follow the page's links, but do not list it. */
  noindex?: boolean | undefined
  /** Further `<meta>` and `<link>` elements: Open Graph, neighbours in a list, a stylesheet. */
  meta?: readonly Attributes[]
  links?: readonly Attributes[]
  /** https://schema.org data for search engines. */
  jsonLd?: object
  /** Module scripts, by the names of the build. */
  scripts?: readonly (keyof typeof assets.scripts)[]
}

declare module '@hono/react-renderer' {
  /** The second argument of `c.render`. A layout adds what it needs from its pages (`worker/public/layout/public-layout.tsx`). */
  interface Props {
    head: PageHead
  }
}

/** `renderToString` leaves it out; it is also the `docType` of every renderer here. */
export const DOCTYPE = '<!doctype html>\n'

/** Delays the first paint until `PaintMark` has been parsed (see `paintHold` in `document.ts`). */
export const PAINT_HOLD: Attributes = { rel: 'expect', href: `#${PAINT_MARK.id}`, blocking: 'render' }

/** Goes behind everything that the first paint shows. */
export const PaintMark = () => <i id={PAINT_MARK.id} hidden />

type Props = { language: Language; theme: Theme; head: PageHead; children: ReactNode }

/**
 * A whole HTML document, for pages that are rendered as one. React moves all `<meta>` and `<link>` elements to the top of
 * `<head>`, wherever they are, and adds a preload for every `<img>` that is neither lazy nor in a `<picture>`.
 */
export function HtmlDocument({ language, theme, head, children }: Props) {
  const { title, description, canonical, noindex, meta = [], links = [], jsonLd, scripts = [] } = head
  return (
    <html lang={language} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={SCHEMES[theme]} />
        <title>{title}</title>
        {description && <meta name="description" content={description} />}
        {noindex && <meta name="robots" content="noindex, follow" />}
        {meta.map((one) => (
          <meta key={Object.values(one).join(' ')} {...one} />
        ))}
        {canonical && <link rel="canonical" href={canonical} />}
        {links.map((one) => (
          <link key={Object.values(one).join(' ')} {...one} />
        ))}
        {scripts.map((name) => (
          <script key={name} type="module" src={assets.scripts[name]} />
        ))}
        {jsonLd && <script type="application/ld+json">{jsonForScript(jsonLd)}</script>}
      </head>
      <body>{children}</body>
    </html>
  )
}
