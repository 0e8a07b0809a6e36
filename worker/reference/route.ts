import { Hono } from 'hono'
import type { App } from '../app-types.ts'
import { reply } from '../http/reply.ts'
import { quietPolicy } from '../render/content-policy.ts'
import { themeOf } from '../render/document.ts'

const KEPT = { 'Cache-Control': 'public, max-age=300' }

/** `/docs/api` and `/docs/api.json`: the reference that the build makes from the catalogue. */
export const docs = new Hono<App>()
  .get('/api', async (c) => {
    const [{ apiReferencePage }, { openApi, style }] = await Promise.all([
      import('./page.ts'),
      import('./docs.ts'),
    ])
    const brand = c.get('services').config.BRAND_NAME
    const page = apiReferencePage(openApi, brand, themeOf(c.req.query('theme')), style)
    return reply(c, page, 200, {
      ...KEPT,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': quietPolicy(false, `style-src ${style.csp}`),
    })
  })
  .get('/api.json', async (c) => {
    const { openApi } = await import('./docs.ts')
    return reply(c, JSON.stringify(openApi), 200, {
      ...KEPT,
      'Content-Type': 'application/json; charset=utf-8',
      // Tools read it from wherever they are.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  })
