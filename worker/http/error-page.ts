import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { errorWords } from '../../shared/texts/error-texts.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import type { App } from '../app-types.ts'
import { assets } from '../render/assets.ts'
import { quietPolicy } from '../render/content-policy.ts'
import { documentEnd, documentHead, PAINT_MARK, themeOf } from '../render/document.ts'
import type { Failure } from './errors.ts'
import { languageLinks } from './language-links.ts'
import { reply } from './reply.ts'

/** Which failures pass by themselves, so that trying again, by the very same address, is worth a link. */
const PASSING = new Set([429, 500, 502, 503])

// No tagged template: the test runner's compiler cannot load what it makes of one with a closing script tag.
const NOTICE = `<script>${assets.inline.notice.text}</script>`

/**
 * An error as a page in the product's own style and the visitor's language, with the failure's status. The failure's own
 * message is for programs, and may be a stranger's text: it shows only where it tells the asker what to change.
 */
export function errorPage(
  c: Context<App>,
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
${PASSING.has(status) && html`<a href="">${textsIn(language).retry}</a>`}
<a href="${languageLinks(c)('/')}" ${embedded && raw('target="_blank" ')}rel="noopener">${brand}</a>
</p>
</main>`
  const theme = themeOf(embedded ? c.req.query('theme') : undefined)
  const head = documentHead({
    title: `${status} · ${title}`,
    lang: language,
    theme,
    css: 'page-css',
    paintsAt: PAINT_MARK.id,
  })
  return reply(c, `${head}${body}${PAINT_MARK.html}${embedded ? NOTICE : ''}${documentEnd}`, status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Content-Security-Policy': quietPolicy(embedded),
    // What is framed says so for its whole class.
    ...(!embedded && { Vary: 'Accept-Language, Accept-Encoding' }),
    ...headers,
  })
}
