import { html, raw } from 'hono/html'
import { errorWords } from '../../shared/texts/error-texts.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import { lruOfEach } from '../memory.ts'
import { assets, documentEnd, documentHead, PAINT_MARK, quietPolicy, themeOf } from '../render/document.ts'
import { type AppContext, reply } from './context.ts'
import { type Failure, isTemporary } from './errors.ts'
import { chosenIn, languageLinks } from './visitor.ts'

// No tagged template: the test runner's compiler cannot load what it makes of one with a closing script tag.
const NOTICE = `<script>${assets.inline.notice.text}</script>`

const encoder = new TextEncoder()

// Under an attack these are the hottest pages, and there are few different ones.
const pagesOf = lruOfEach<Uint8Array>({ entries: 100 })

/**
 * A failure as a page in the product's style and the visitor's language, with the failure's status. Its message is for
 * programs, and may hold foreign text, so it follows only where it says what to change; other pages are kept.
 */
export function errorPage(c: AppContext, failure: Failure, headers: Record<string, string>): Response {
  const { status, explains } = failure
  const language = c.get('language')
  const embedded = c.get('responseClass') === 'embed'
  const pages = pagesOf(c.get('services'))
  const { lang, theme } = chosenIn(c)
  const key = explains ? '' : `${status} ${language} ${embedded} ${lang} ${theme}`
  const known = key ? pages.get(key) : undefined
  const body = known ?? encoder.encode(drawn(c, failure, embedded))
  if (key && !known) pages.set(key, body)
  return reply(c, body, status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Content-Security-Policy': quietPolicy(embedded),
    // The class of framed responses has its own `Vary`.
    ...(!embedded && { Vary: 'Accept-Language, Accept-Encoding' }),
    ...headers,
  })
}

/**
 * Written as strings, not as a React layout: rendered it took a quarter more CPU per request
 * (`docs/decisions/2026-11-21-pages-are-laid-out-by-a-renderer.md`). Public pages have a page for it.
 */
function drawn(c: AppContext, { status, message, explains }: Failure, embedded: boolean): string {
  const language = c.get('language')
  const { title, text } = errorWords(language, status)
  const brand = c.get('services').config.BRAND_NAME
  const body = html`<main class="notice">
<p class="status">${status}</p>
<h1>${title}</h1>
<p>${text}</p>
${explains && html`<p class="detail" lang="en">${message}.</p>`}
<p class="ways">
${isTemporary(status) && html`<a href="">${textsIn(language).retry}</a>`}
<a href="${languageLinks(c)('/')}" ${embedded && raw('target="_blank" ')}rel="noopener">${brand}</a>
</p>
</main>`
  const theme = themeOf(embedded ? c.req.query('theme') : undefined)
  const head = documentHead({
    title: `${status} · ${title}`,
    lang: language,
    theme,
    css: ['page-css'],
    paintsAt: PAINT_MARK.id,
  })
  return `${head}${body}${PAINT_MARK.html}${embedded ? NOTICE : ''}${documentEnd}`
}
