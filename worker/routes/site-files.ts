import { itemPath } from '../../shared/gif/item-path.ts'
import { escapeHtml } from '../../shared/html.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { categoryPath, stickersPath, trendingPath } from '../../shared/public/browse-path.ts'
import { publicTextsIn } from '../../shared/texts/public/public-texts.ts'
import { type AppContext, readContext, reply } from '../http/context.ts'

type C = AppContext

const DAY = 'public, max-age=86400'
const HOUR = 'public, max-age=3600'

/** What is one person's, staff's, or no page. Lists by a search say `noindex` themselves, which a robot must read. */
const CLOSED_TO_ROBOTS = [
  '/account',
  '/admin',
  '/ajax/',
  '/api/',
  '/gateway/',
  '/imaging/',
  '/login',
  '/password',
  '/register',
  '/report',
  '/upload',
  '/users/',
  '/v1/',
  '/v2/',
]

/** `/robots.txt`: https://www.rfc-editor.org/rfc/rfc9309 */
export function robots(c: C): Response {
  const lines = [
    'User-agent: *',
    ...CLOSED_TO_ROBOTS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${c.get('publicUrl')}/sitemap.xml`,
  ]
  return file(c, `${lines.join('\n')}\n`, 'text/plain', DAY)
}

/** The documentation. */
const DOCS = ['/docs', '/docs/api']

/** How many pages of trending items the map names, by type. */
const MAPPED = { gifs: 3, stickers: 1 } as const

/** `/sitemap.xml`: the lists, and the items that are looked at the most. https://www.sitemaps.org/protocol.html */
export async function sitemap(c: C): Promise<Response> {
  const [items, categories] = await Promise.all([trendingItems(c), categoryPaths(c)])
  const paths = ['/', trendingPath(), stickersPath(), categoryPath(), ...DOCS, ...categories, ...items]
  const urls = paths.map((path) => `<url><loc>${escapeHtml(c.get('publicUrl') + path)}</loc></url>`)
  const xml = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
  return file(c, XML + xml, 'application/xml', HOUR)
}

async function trendingItems(c: C): Promise<string[]> {
  const { provider } = c.var.services
  const limit = PROVIDER_PAGE.maxLimit
  const reads = Object.entries(MAPPED).flatMap(([type, pages]) =>
    Array.from({ length: pages }, async (_, page) => {
      const fields = { type, limit, offset: page * limit }
      return (await provider.call('trending', fields, readContext(c))).value.data
    }),
  )
  const found = await Promise.allSettled(reads)
  return [...new Set(found.flatMap((one) => (one.status === 'fulfilled' ? one.value.map(itemPath) : [])))]
}

async function categoryPaths(c: C): Promise<string[]> {
  const limit = PROVIDER_PAGE.maxLimit
  const read = c.var.services.provider.call('categories', { limit }, readContext(c))
  const all = await read.then(({ value }) => value.data).catch(() => [])
  return all.flatMap(({ name_encoded, subcategories }) => [
    categoryPath([name_encoded]),
    ...subcategories.map((sub) => categoryPath([name_encoded, sub.name_encoded])),
  ])
}

/** The longest short name that readers show. */
const NAME_MAX = 16

/** `/opensearch.xml`: our search as a browser's own. https://github.com/dewitt/opensearch */
export function opensearch(c: C): Response {
  const site = escapeHtml(c.get('publicUrl'))
  const { BRAND_NAME } = c.var.services.config
  const xml = [
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `<ShortName>${escapeHtml(BRAND_NAME.slice(0, NAME_MAX))}</ShortName>`,
    `<Description>${escapeHtml(publicTextsIn(c.get('language')).search)}</Description>`,
    '<InputEncoding>UTF-8</InputEncoding>',
    `<Image type="image/svg+xml">${site}/static/icon.svg</Image>`,
    `<Url type="text/html" template="${site}/search?q={searchTerms}"/>`,
    '</OpenSearchDescription>',
  ]
  const response = file(c, `${XML}${xml.join('\n')}\n`, 'application/opensearchdescription+xml', DAY)
  response.headers.set('Vary', 'Accept-Language, Accept-Encoding')
  return response
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

const file = (c: C, text: string, type: string, kept: string): Response =>
  reply(c, text, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': kept })
