import { html, raw } from 'hono/html'
import { errorWords } from '../../shared/texts/error-texts.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import { assets, documentEnd, documentHead, PAINT_MARK, quietPolicy, themeOf } from '../render/document.ts'
import { type AppContext, reply } from './context.ts'
import { type Failure, isTemporary } from './errors.ts'
import { languageLinks } from './visitor.ts'

// No tagged template: the test runner's compiler cannot load what it makes of one with a closing script tag.
const NOTICE = `<script>${assets.inline.notice.text}</script>`

/**
 * A failure as a page in the product's style and the visitor's language, with the failure's status. Its message is for
 * programs, and may hold foreign text, so it is shown only where it tells the visitor what to change.
 *
 * Written as strings, not as a React layout: under attack it is the hottest page, and rendered it took a quarter more
 * CPU per request (`docs/decisions/2026-11-21-pages-are-laid-out-by-a-renderer.md`). Public pages have one of their own.
 */
export function errorPage(
  c: AppContext,
  { status, message, explains }: Failure,
  headers: Record<string, string>,
): Response {
  const language = c.get('language')
  const { title, text } = errorWords(language, status)
  const embedded = c.get('responseClass') === 'embed'
  const brand = c.get('services').config.BRAND_NAME
  const body = html`<main class="notice">
<p class="status">${status}</p>
<h1>${title}</h1>
${explains ? html`<p lang="en">${message}.</p>` : html`<p>${text}</p>`}
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
  return reply(c, `${head}${body}${PAINT_MARK.html}${embedded ? NOTICE : ''}${documentEnd}`, status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Content-Security-Policy': quietPolicy(embedded),
    // The class of framed responses has its own `Vary`.
    ...(!embedded && { Vary: 'Accept-Language, Accept-Encoding' }),
    ...headers,
  })
}
