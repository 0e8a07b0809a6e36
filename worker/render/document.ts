import { html, raw } from 'hono/html'
import { assets, type EmbedCss } from './assets.ts'

export type Theme = 'auto' | 'light' | 'dark'

type Head = {
  title: string
  lang?: string
  theme?: Theme
  /** Names of the build's inline styles; the page's policy must hold their hashes. */
  css?: readonly (EmbedCss | 'page-css')[]
  /** Further inline styles, and the URLs of module scripts, in the order in which they run; the page's policy must allow them. */
  sheets?: readonly string[]
  modules?: readonly string[]
  canonical?: string
  /** Id of the element before which nothing is painted. */
  paintsAt?: string
}

/** What `color-scheme` says per theme. */
export const SCHEMES: Record<Theme, string> = { auto: 'light dark', light: 'light', dark: 'dark' }

/** The theme of a `?theme=` value; `auto` for any other value. */
export const themeOf = (value: string | null | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'auto'

/**
 * Delays a page's first paint until the element of that id has been parsed. What is centred, or grows to fill its row,
 * would shift if the browser painted while more of it is still to come; on a slow line it often does.
 */
export const paintHold = (id: string) => raw(`<link rel="expect" href="#${id}" blocking="render">`)

/** The element that a page waits for before its first paint, where it has no better one. */
export const PAINT_MARK = { id: 'painted', html: '<i id="painted" hidden></i>' } as const

/** The start of a page that is written as strings, up to and with `<body>`: embed, widgets, errors. */
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
${canonical ? html`<link rel="canonical" href="${canonical}">` : ''}${paintsAt ? paintHold(paintsAt) : ''}${raw(sheetsOf(head).join(''))}${raw((head.modules ?? []).map(moduleTag).join(''))}
</head>
<body>`)

const sheetsOf = ({ css = [], sheets = [] }: Pick<Head, 'css' | 'sheets'>) =>
  [...css.map((name) => assets.inline[name].text), ...sheets].map((sheet) => `<style>${sheet}</style>`)

// No tagged template: the test runner's compiler cannot load what it makes of one with a closing script tag.
const moduleTag = (url: string) => `<script type="module" src="${url}"></script>`

export const documentEnd = '</body></html>\n'

const encoder = new TextEncoder()

/**
 * Sends a page whose end waits for a further call, or is made only once the start has left; it must not fail. A stream of
 * strings, because React's own costs three to four times as much here (`docs/measurements.md`, M33).
 */
export function pageStream(start: string, end: () => string | Promise<string>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(start)),
    async pull(controller) {
      controller.enqueue(encoder.encode(await end()))
      controller.close()
    },
  })
}
