import { AppError } from '../../shared/errors.ts'
import { itemPath } from '../../shared/gif/item-path.ts'
import { escapeHtml } from '../../shared/html.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { categoryPath, stickersPath, trendingPath } from '../../shared/public/browse-path.ts'
import { publicTextsIn } from '../../shared/texts/public/public-texts.ts'
import { DAY_MS, isoTime } from '../../shared/time.ts'
import { type AppContext, readContext, reply } from '../http/context.ts'

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
  '/object',
  '/password',
  '/register',
  '/report',
  '/upload',
  '/users/',
  '/v1/',
  '/v2/',
]

/** `/static/accent/{color}.css`: the style that gives pages the accent that staff chose. @throws AppError 'not-found' */
export async function accent(c: AppContext): Promise<Response> {
  const [, color] = /^([0-9a-f]{6})\.css$/.exec(c.req.param('color') ?? '') ?? []
  if (!color) throw new AppError('not-found', 'There is nothing at this address')
  const { accentStyle } = await import('../../shared/public/accent.ts')
  return file(c, accentStyle(`#${color}`), 'text/css', 'public, max-age=31536000, immutable')
}

/** `/robots.txt`: https://www.rfc-editor.org/rfc/rfc9309 */
export function robots(c: AppContext): Response {
  const lines = [
    'User-agent: *',
    ...CLOSED_TO_ROBOTS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${c.get('publicUrl')}/sitemap.xml`,
  ]
  return file(c, `${lines.join('\n')}\n`, 'text/plain', DAY)
}

/** The documentation. */
const DOCS = ['/docs', '/docs/playground', '/docs/api']

/** How many pages of trending items the map names, by type. */
const MAPPED = { gifs: 3, stickers: 1 } as const

/** `/sitemap.xml`: the lists, and the items that are looked at the most. https://www.sitemaps.org/protocol.html */
export async function sitemap(c: AppContext): Promise<Response> {
  const [items, categories] = await Promise.all([trendingItems(c), categoryPaths(c)])
  const paths = ['/', trendingPath(), stickersPath(), categoryPath(), ...DOCS, ...categories, ...items]
  const urls = paths.map((path) => `<url><loc>${escapeHtml(c.get('publicUrl') + path)}</loc></url>`)
  const xml = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
  return file(c, XML + xml, 'application/xml', HOUR)
}

async function trendingItems(c: AppContext): Promise<string[]> {
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

async function categoryPaths(c: AppContext): Promise<string[]> {
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
export async function opensearch(c: AppContext): Promise<Response> {
  const site = escapeHtml(c.get('publicUrl'))
  const { name } = await c.var.services.settings.fresh()
  const xml = [
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `<ShortName>${escapeHtml(name.slice(0, NAME_MAX))}</ShortName>`,
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

const POLICY_PATH = '/.well-known/security-policy.txt'

const POLICY = `Please report a weakness before you publish it, and leave time to mend it.
What helps: the address, the steps, and what somebody could do with it.
Test with your own data and accounts. Read and change nobody else's, and cause no load that others notice.
`

/** A contact that stays the same for long needs no edit: the file renews itself, and RFC 9116 wants less than a year. */
const EXPIRES_AFTER_MS = 180 * DAY_MS

/** @throws AppError 404 where no contact is configured: a report must not go nowhere. */
function contactOf(c: AppContext): string {
  const { SECURITY_CONTACT } = c.var.services.config
  if (SECURITY_CONTACT === '') throw new AppError('not-found', 'There is nothing at this address')
  return SECURITY_CONTACT
}

/** `/.well-known/security.txt`: whom to report a weakness to. https://www.rfc-editor.org/rfc/rfc9116 */
export function securityTxt(c: AppContext): Response {
  const site = c.var.publicUrl
  const lines = [
    `Contact: ${contactOf(c)}`,
    `Expires: ${isoTime(Date.now() + EXPIRES_AFTER_MS)}`,
    `Policy: ${site}${POLICY_PATH}`,
    `Canonical: ${site}/.well-known/security.txt`,
  ]
  return file(c, `${lines.join('\n')}\n`, 'text/plain', DAY)
}

/** `/.well-known/security-policy.txt`: what we ask of who reports. */
export function securityPolicy(c: AppContext): Response {
  contactOf(c)
  return file(c, POLICY, 'text/plain', DAY)
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

const file = (c: AppContext, text: string, type: string, kept: string): Response =>
  reply(c, text, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': kept })
