import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { App } from '../app-types.ts'
import type { Failure } from '../errors.ts'
import { assets } from '../render/assets.ts'
import { quietPolicy } from '../render/content-policy.ts'
import { documentEnd, documentHead, PAINT_MARK, themeOf } from '../render/document.ts'
import { reply } from '../reply.ts'

type Words = { title: string; text: string }

/** What people read, per status. The failure's own message is for programs: it may be a stranger's text. */
const WORDS: Record<number, Words> = {
  400: {
    title: 'That address is not right',
    text: 'Part of it is missing or mistyped. Check the link and try again.',
  },
  404: {
    title: 'Nothing loops here',
    text: 'What was here does not exist, or it has another address by now.',
  },
  405: { title: 'Not like this', text: 'This address does not answer that kind of request.' },
  410: { title: 'This GIF was taken down', text: 'It was removed and will not come back.' },
  414: { title: 'A little too long', text: 'A search has at most 50 characters.' },
  429: { title: 'A little too fast', text: 'There were many requests at once. Try again in a minute.' },
  502: {
    title: 'The GIF did not arrive',
    text: 'The library behind this page did not answer well. Try again in a moment.',
  },
  503: {
    title: 'Back in a moment',
    text: 'This page cannot be served right now. Try again in a few seconds.',
  },
}

const OTHER: Words = { title: 'Something went wrong', text: 'The fault is ours. Try again in a moment.' }

/** Which failures pass by themselves, so that trying again is worth a link. */
const PASSING = new Set([429, 500, 502, 503])

// No tagged template: the test runner's compiler cannot load what it makes of one with a closing script tag.
const NOTICE = `<script>${assets.inline.notice.text}</script>`

/** An error as a page in the product's own style, with the failure's status. */
export function errorPage(
  c: Context<App>,
  { status, message, explains }: Failure,
  headers: Record<string, string>,
): Response {
  const words = WORDS[status] ?? OTHER
  const embedded = c.get('answersAs') === 'embed'
  const brand = c.get('services').config.BRAND_NAME
  const body = html`<main class="notice">
<p class="status">${status}</p>
<h1>${words.title}</h1>
<p>${explains ? `${message}.` : words.text}</p>
<p class="ways">
${PASSING.has(status) && html`<a href="${c.req.path}">Try again</a>`}
<a href="/" ${embedded && raw('target="_blank" ')}rel="noopener">${brand}</a>
</p>
</main>`
  const theme = themeOf(embedded ? c.req.query('theme') : undefined)
  const head = documentHead({
    title: `${status} · ${words.title}`,
    theme,
    css: 'page-css',
    paintsAt: PAINT_MARK.id,
  })
  return reply(c, `${head}${body}${PAINT_MARK.html}${embedded ? NOTICE : ''}${documentEnd}`, status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': quietPolicy(embedded),
    ...headers,
  })
}
