import { html, raw } from 'hono/html'
import { jsonForScript } from '../../../shared/html/json-for-script.ts'
import { assets, type PublicScript } from '../../render/assets.ts'
import { PAINT_MARK, paintHold, SCHEMES, type Theme } from '../../render/document.ts'

export type Attributes = Record<string, string | number>

/** The head of a public page. */
export type PublicHead = {
  title: string
  description: string
  canonical: string
  /** A list that a search makes is not for search engines. */
  noindex?: boolean
  meta?: readonly Attributes[]
  links?: readonly Attributes[]
  jsonLd?: object
  scripts: readonly PublicScript[]
}

const attributes = (all: Attributes) => Object.entries(all).map(([name, value]) => html` ${name}="${value}"`)

const tags = (name: 'meta' | 'link', all: readonly Attributes[] = []) =>
  all.map((one) => html`<${raw(name)}${attributes(one)}>\n`)

// Not in a tagged template: there an end tag of a script makes the compiler bring a helper of its own.
const scriptTag = (name: PublicScript) =>
  raw(`<script type="module" src="${assets.scripts[name]}"></script>\n`)
const dataTag = (data: object) => raw(`<script type="application/ld+json">${jsonForScript(data)}</script>\n`)

type Frame = { language: string; theme: Theme; brand: string }

/** The opening of a public page, up to and with `<body>`: one style for all of them, kept by the browser for good. */
export function publicOpening(head: PublicHead, { language, theme, brand }: Frame): string {
  const { title, description, canonical, noindex, meta, links, jsonLd, scripts } = head
  return String(html`<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${SCHEMES[theme]}">
<title>${title === brand ? title : `${title} · ${brand}`}</title>
<meta name="description" content="${description}">
<meta property="og:site_name" content="${brand}">
${tags('meta', noindex ? [{ name: 'robots', content: 'noindex, follow' }] : [])}${tags('meta', meta)}<link rel="canonical" href="${canonical}">
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.styles.public}">
${paintHold(PAINT_MARK.id)}
${tags('link', links)}${scripts.map(scriptTag)}${jsonLd ? dataTag(jsonLd) : ''}</head>
<body>`)
}
