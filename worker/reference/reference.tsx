import { reactRenderer } from '@hono/react-renderer'
import type { Context } from 'hono'
import type { App } from '../app-types.ts'
import { reply, replyPage } from '../http/reply.ts'
import { quietPolicy } from '../render/content-policy.ts'
import { themeOf } from '../render/document.ts'
import { DOCTYPE, HtmlDocument } from '../render/html-document.tsx'
import { openApi, style } from './docs.ts'
import { ReferencePage } from './reference-page.tsx'

const CACHED = { 'Cache-Control': 'public, max-age=300' }

/** Middleware: `c.render` uses the layout of the reference, a bare page in English. */
export const referenceLayout = reactRenderer(
  ({ c, head, children }) => (
    <HtmlDocument language="en" theme={themeOf(c.req.query('theme'))} head={head}>
      {children}
    </HtmlDocument>
  ),
  { docType: DOCTYPE },
)

/** `/docs/api`: the reference that the build makes from the catalogue. */
export function referencePage(c: Context<App>): Response | Promise<Response> {
  const brand = c.get('services').config.BRAND_NAME
  const content = <ReferencePage reference={openApi} brand={brand} />
  const head = { title: `${brand} API`, styles: [style.text] }
  return replyPage(
    c,
    content,
    { head },
    {
      ...CACHED,
      'Content-Security-Policy': quietPolicy(false, `style-src ${style.csp}`),
    },
  )
}

/** `/docs/api.json`: the same as an OpenAPI document. */
export const referenceJson = (c: Context<App>): Response =>
  reply(c, JSON.stringify(openApi), 200, {
    ...CACHED,
    'Content-Type': 'application/json; charset=utf-8',
    // Tools read it from wherever they are.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
