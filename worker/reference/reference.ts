import type { Context } from 'hono'
import type { App } from '../app-types.ts'
import { reply } from '../http/reply.ts'
import { quietPolicy } from '../render/content-policy.ts'
import { themeOf } from '../render/document.ts'
import { openApi, style } from './docs.ts'
import { apiReferencePage } from './page.ts'

const KEPT = { 'Cache-Control': 'public, max-age=300' }

/** `/docs/api`: the reference that the build makes from the catalogue. */
export function referencePage(c: Context<App>): Response {
  const brand = c.get('services').config.BRAND_NAME
  const page = apiReferencePage(openApi, brand, themeOf(c.req.query('theme')), style)
  return reply(c, page, 200, {
    ...KEPT,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': quietPolicy(false, `style-src ${style.csp}`),
  })
}

/** `/docs/api.json`: the same as an OpenAPI document. */
export const referenceJson = (c: Context<App>): Response =>
  reply(c, JSON.stringify(openApi), 200, {
    ...KEPT,
    'Content-Type': 'application/json; charset=utf-8',
    // Tools read it from wherever they are.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
