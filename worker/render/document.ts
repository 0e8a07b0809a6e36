import { html, raw } from 'hono/html'
import { assets, type EmbedCss } from './assets.ts'

export type Theme = 'auto' | 'light' | 'dark'

/** A style and the CSP source that allows exactly it. */
export type InlineStyle = { text: string; csp: string }

type Head = {
  title: string
  lang?: string
  theme?: Theme
  /** Which inline style the page wears; its hash is in the page's policy. */
  css?: EmbedCss | 'page-css'
  /** Styles of the page's own, and a module that it runs; its policy must allow them. */
  sheets?: readonly string[]
  module?: string
  canonical?: string
  /** Before which element nothing is painted. */
  paintsAt?: string
}

/** What `color-scheme` says per theme. */
export const SCHEMES: Record<Theme, string> = { auto: 'light dark', light: 'light', dark: 'dark' }

/** The theme that a page's query asks for; what is none is `auto`. */
export const themeOf = (asked: string | null | undefined): Theme =>
  asked === 'light' || asked === 'dark' ? asked : 'auto'

/**
 * Holds a page's first paint until the element of that id has been read. What is centred, or grows to fill its row, would
 * shift if the browser painted while more of it is still to come; a slow one often does.
 */
export const paintHold = (id: string) => raw(`<link rel="expect" href="#${id}" blocking="render">`)

/** Where the first paint of a page may begin that has no other element to wait for. */
export const PAINT_MARK = { id: 'painted', html: '<i id="painted" hidden></i>' } as const

/** The opening of a page, up to and with `<body>`. */
export const documentHead = ({
  title,
  lang = 'en',
  theme = 'auto',
  canonical,
  paintsAt,
  ...head
}: Head): string =>
  String(html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="${SCHEMES[theme]}">
<title>${title}</title>
${canonical ? html`<link rel="canonical" href="${canonical}">` : ''}${paintsAt ? paintHold(paintsAt) : ''}${raw(sheetsOf(head).join(''))}${head.module ? raw(moduleTag(head.module)) : ''}
</head>
<body>`)

const sheetsOf = ({ css, sheets = [] }: Pick<Head, 'css' | 'sheets'>) =>
  [...(css ? [assets.inline[css].text] : []), ...sheets].map((sheet) => `<style>${sheet}</style>`)

// No tagged template: the test runner's compiler cannot load what it makes of one with a closing script tag.
const moduleTag = (url: string) => `<script type="module" src="${url}"></script>`

export const documentEnd = '</body></html>\n'
