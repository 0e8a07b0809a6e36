import type { Props } from '@hono/react-renderer'
import type { ReactElement } from 'react'
import type { ProviderCallName } from '../../../shared/calls/provider.ts'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { PRIVATE_HEADERS } from '../../../shared/net/headers.ts'
import { originsIn, pictureOrigins } from '../../../shared/picture/origins.ts'
import { type ItemType, type Paging, searchPath } from '../../../shared/public/browse-path.ts'
import { searchLanguage } from '../../../shared/public/search-language.ts'
import { SEARCHED_TYPES } from '../../../shared/schema/choices.ts'
import { interpolate } from '../../../shared/texts/languages.ts'
import { publicTextsIn } from '../../../shared/texts/public/public-texts.ts'
import { textsIn } from '../../../shared/texts/texts.ts'
import {
  type AppContext,
  directApi,
  readContext,
  reply,
  replyPage,
  requestOrigin,
  type Services,
} from '../../http/context.ts'
import { keptFor } from '../../http/kept-for.ts'
import { chosenIn, languageLinks, savesData } from '../../http/visitor.ts'
import { assets, ownPagePolicy, themeOf } from '../../render/document.ts'

/** What the components of a public page know of its request. */
export type PageContext = ReturnType<typeof pageContext>

/** What the request tells its page. The route must have found the language before (`worker/http/visitor.ts`). */
export function pageContext(c: AppContext) {
  const language = c.get('language')
  const services = c.get('services')
  const { config, upstreams } = services
  const settings = services.settings.current
  const hasAccounts = upstreams.site.hasAccounts && upstreams.site.transport !== undefined
  const to = languageLinks(c)
  const hasStories = upstreams.gateway.transport !== undefined
  return {
    brand: settings.name,
    /** What staff chose, '' for our own. */
    logo: settings.logoPath,
    accent: settings.accent,
    /** Which texts of the installation there are. */
    siteTexts: settings.texts,
    publicUrl: c.get('publicUrl'),
    /** The page's own path, without its query: where the links to other languages lead. */
    path: c.req.path,
    language,
    theme: themeOf(c.req.query('theme')),
    texts: publicTextsIn(language),
    /** The texts that the player and the embed share. */
    playerTexts: textsIn(language),
    hasAccounts,
    /** Whether people can put files into the library: it is our own. */
    hasUploads: hasAccounts && upstreams.provider.takesFiles && settings.uploads !== 'staff',
    /** Whether there are stories: a gateway is configured, or embedded. */
    hasStories,
    /** Whether what visitors share is counted (`TRACKING`), and there is a service for it. */
    countsShares: config.TRACKING === 'on' && hasStories,
    visit: visitOf(config),
    /** The provider, where this page calls it itself. */
    direct: directApi(services),
    /** What the visitor chose by `?lang=` and `?theme=`, by their names. */
    chosen: chosenIn(c),
    /** Makes a link to one of our paths keep what the visitor chose. */
    to,
    /** The same link to an item's page. */
    toItem: (item: Parameters<typeof itemPath>[0]) => to(itemPath(item)),
    /** Puts values into a text's places: `{title}`. */
    fill: interpolate,
    /** A number as the page's language writes it. */
    number: (count: number) => new Intl.NumberFormat(language).format(count),
  }
}

export type Total = Pick<Paging, 'total' | 'isLeast'>

/** How many there are; `25+` where the list goes on, and how far is not known. */
export const totalText = ({ number }: PageContext, { total, isLeast }: Total): string =>
  isLeast ? `${number(total - 1)}+` : number(total)

/** The value of a read that a page can do without, or nothing where the read fails. */
export const optional = <T>(read: Promise<T>): Promise<T | undefined> => read.catch(() => undefined)

/** Reads from the provider for this request; a search in the page's language. @throws AppError as `Provider.call` */
export const readProvider = <Name extends ProviderCallName>(
  c: AppContext,
  name: Name,
  input: Parameters<Services['provider']['call']>[1],
) => {
  const lang = name === 'search' ? searchLanguage(c.get('language')) : undefined
  return c.var.services.provider.call(name, lang ? { lang, ...input } : input, readContext(c))
}

/** Tags in the page's language, each once; those that have no name there stay as they are. */
export async function inLanguage(c: AppContext, terms: readonly string[]): Promise<readonly string[]> {
  const lang = searchLanguage(c.get('language'))
  const { termNames } = c.get('services')
  if (!lang || !termNames || terms.length === 0) return terms
  const names = await optional((async () => (await termNames())(terms, lang))())
  return names ? [...new Set(names)] : terms
}

/** The kind of items that a list is of: `?type=`, by default GIFs. */
export const typeOfQuery = (c: AppContext): ItemType =>
  SEARCHED_TYPES.find((type) => type === c.req.query('type')) ?? 'gifs'

/** A public page: its content, and what the layout needs to know. */
export type PublicPage = Omit<Props, 'later'> & { content: ReactElement }

/** What the data of a page mean for its headers. */
export type PageSource = {
  /** What the page has pictures of, for the policy; `MEDIA_HOSTS` takes their place where it is set. */
  pictures?: Parameters<typeof pictureOrigins>[0]
  /** State (`x-cache`) and age in seconds of the cached read behind the page. */
  state?: string
  age?: number
  /** Seconds that the list on the page is fresh for. */
  freshFor?: number | undefined
  /** Whether the item that the page is about may be listed, and whether the page is for one viewer alone. */
  isListed?: boolean
  isPrivate?: boolean | undefined
}

/** Responds with a public page that is complete: it is sent as one string, since nothing in it waits. */
export const renderPage = (
  c: AppContext,
  { content, ...props }: PublicPage,
  source: PageSource = {},
): Response | Promise<Response> => replyPage(c, content, props, publicHeaders(c, source))

/** The headers of a public page. Nothing in it is personal, so caches may keep it as long as an embed, per language. */
export function publicHeaders(c: AppContext, source: PageSource): Record<string, string> {
  const { pictures = [], state = 'miss', age = 0, freshFor, isListed = true, isPrivate } = source
  const publicUrl = c.get('publicUrl')
  const { config } = c.get('services')
  // The library's own files are under the public URL, which may be another host than the request's.
  const others = pictureOrigins(pictures).filter((host) => host !== publicUrl)
  const hosts = [`${publicUrl}/media/`, ...(config.MEDIA_HOSTS.length > 0 ? config.MEDIA_HOSTS : others)]
  return {
    'Content-Security-Policy': publicPolicy(c, hosts, {
      provider: directApi(c.get('services'))?.url,
      hasAnalytics: Boolean(visitOf(config)?.service),
    }),
    'Content-Language': c.get('language'),
    // What has smaller pictures stays out of caches that overlook Vary.
    'Cache-Control': `${savesData(c.req.raw.headers) ? 'private' : 'public'}, max-age=${keptFor(freshFor)}`,
    Vary: 'Accept-Language, Save-Data, Accept-Encoding',
    // For Early Hints: the browser can fetch the style before it has read the first byte of the page.
    Link: `<${assets.styles.public}>; rel=preload; as=style`,
    'x-cache': state,
    Age: String(age),
    ...(!isListed && { 'X-Robots-Tag': 'noindex' }),
    ...(isPrivate && { ...PRIVATE_HEADERS, 'X-Robots-Tag': 'noindex' }),
  }
}

/**
 * The policy of a public page: our static files, pictures and films from the media hosts, frames of our own embeds and
 * widgets, forms that submit to us. Nothing is inline, and no page may frame it.
 */
export function publicPolicy(
  c: AppContext,
  media: readonly string[] = [],
  { provider, hasAnalytics = false }: OpenTo = {},
): string {
  const origin = requestOrigin(c.req.url)
  const isAnyHost = provider && c.get('services').config.MEDIA_HOSTS.length === 0
  const pictures = [...new Set([`${origin}/media/`, ...media])]
  return ownPagePolicy({
    statics: `${origin}/static/`,
    images: [...pictures, ...(isAnyHost ? ['https:'] : []), 'data:'],
    media: pictures,
    connect: originsIn([provider]),
    frame: "'self'",
    hasAnalytics,
  })
}

/**
 * `provider`: the base URL of one that the page calls itself: without `MEDIA_HOSTS` its pictures may be on any https host.
 * `hasAnalytics`: whether the page may run the web analytics service.
 */
type OpenTo = { provider?: string | undefined; hasAnalytics?: boolean }

/** What a public page counts itself by; undefined where nothing is tracked (`TRACKING`). */
const visitOf = ({ TRACKING, ANALYTICS_ID }: Services['config']) =>
  TRACKING === 'on' ? { script: assets.scripts.visit, service: ANALYTICS_ID } : undefined

/** How many GIFs a story or a channel has, in words. */
export function countText({ texts, fill, number }: PageContext, count: number): string {
  if (count === 1) return texts.storyCountOne
  return fill(texts.storyCount, { count: number(count) })
}

/** Redirects to a page's one address, with the request's query. @param isPrivate where only some viewers may know it */
export const movedTo = (c: AppContext, path: string, isPrivate = false): Response =>
  reply(c, null, 301, {
    Location: path + new URL(c.req.url).search,
    'Cache-Control': 'public, max-age=60',
    ...(isPrivate && PRIVATE_HEADERS),
  })

/** Where the search form leads: a term that fits into a path is redirected there, for another `show` answers. */
export function submitted(
  c: AppContext,
  page: () => number,
  show: (q: string, type: ItemType) => Response | Promise<Response>,
): Response | Promise<Response> {
  const q = (c.req.query('q') ?? '').normalize('NFC').trim()
  if (!q) return reply(c, null, 302, { Location: '/' })
  const type = typeOfQuery(c)
  const path = searchPath(q, page(), type)
  return path.startsWith('/search?')
    ? show(q, type)
    : reply(c, null, 302, { Location: languageLinks(c)(path) })
}
