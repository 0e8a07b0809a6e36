import { html, raw } from 'hono/html'
import { assets } from './assets.ts'

export type Theme = 'auto' | 'light' | 'dark'

export type Head = {
  title: string
  lang?: string
  theme?: Theme
  /** Which inline style the page wears; its hash is in the page's policy. */
  css: 'embed-css' | 'page-css'
  canonical?: string | undefined
}

/** What `color-scheme` says per theme. */
export const SCHEMES: Record<Theme, string> = { auto: 'light dark', light: 'light', dark: 'dark' }

/** The theme that a page's query asks for; what is none is `auto`. */
export const themeOf = (asked: string | null | undefined): Theme =>
  asked === 'light' || asked === 'dark' ? asked : 'auto'

/** The opening of a page, up to and with `<body>`. */
export const documentHead = ({ title, lang = 'en', theme = 'auto', css, canonical }: Head): string =>
  String(html`<!doctype html>
<html lang="${lang}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${SCHEMES[theme]}">
<title>${title}</title>
${canonical ? html`<link rel="canonical" href="${canonical}">` : ''}<style>${raw(assets.inline[css].text)}</style>
</head>
<body>`)

export const documentEnd = '</body></html>\n'
