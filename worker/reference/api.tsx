import type { Context } from 'hono'
import { AppError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'
import { readContext } from '../http/read-context.ts'
import { reply } from '../http/reply.ts'
import { pageContext } from '../public/layout/page-context.ts'
import { renderPage } from '../public/layout/render-page.tsx'
import { optional } from '../public/parts/optional.ts'
import { assets } from '../render/assets.ts'
import { ApiPage, FIND_MAX_CHARS } from './api-page.tsx'
import { PARTS, partPath } from './calls.ts'
import { openApi } from './docs.ts'

/** `/docs/api` and `/docs/api/{part}`. Its examples name the item that is trending most, where one can be read. */
export async function apiReference(c: Context<App>): Promise<Response> {
  const name = c.req.param('part') ?? ''
  const part = PARTS.find((each) => each.part === name)
  if (!part) throw new AppError('not-found', 'There is no such page')
  const { provider } = c.var.services
  const trending = await optional(provider.call('trending', { type: 'gifs', limit: 1 }, readContext(c)))
  const [gif] = trending?.value.data ?? []
  const context = pageContext(c)
  const { brand, publicUrl } = context
  const find = (c.req.query('find') ?? '').slice(0, FIND_MAX_CHARS).trim()
  const item = gif && { id: gif.id, slug: gif.slug || gif.id }
  const page = {
    name: 'docs',
    head: {
      title: part.part ? `${brand} API: ${part.name.toLowerCase()}` : `${brand} API`,
      description: `Every call of the ${brand} API: what it takes, what it answers, with examples.`,
      canonical: `${publicUrl}${partPath(part)}`,
      links: [{ rel: 'stylesheet', href: assets.styles.docs }],
      scripts: [assets.scripts.reference],
    },
    content: <ApiPage context={context} part={part} find={find} item={item} />,
  }
  return renderPage(c, page, { media: [] })
}

/** `/docs/api.json`: the same as an OpenAPI document. */
export const referenceJson = (c: Context<App>): Response =>
  reply(c, JSON.stringify(openApi), 200, {
    'Cache-Control': 'public, max-age=300',
    'Content-Type': 'application/json; charset=utf-8',
    // Tools read it from wherever they are.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
