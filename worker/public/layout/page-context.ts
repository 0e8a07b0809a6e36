import type { ProviderCallName } from '../../../shared/calls/provider.ts'
import type { DirectApi } from '../../../shared/direct.ts'
import type { ItemType, Paging } from '../../../shared/public/browse-path.ts'
import { SEARCHED_TYPES } from '../../../shared/schema/choices.ts'
import type { Texts } from '../../../shared/texts/en.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import type { PublicTexts } from '../../../shared/texts/public/en.ts'
import { publicTextsIn } from '../../../shared/texts/public/public-texts.ts'
import { type Language, textsIn } from '../../../shared/texts/texts.ts'
import { type AppContext, directApi, readContext, type Services } from '../../http/context.ts'
import { chosenIn, languageLinks } from '../../http/language-links.ts'
import { type Theme, themeOf } from '../../render/document.ts'

/** What the components of a public page know of its request. */
export type PageContext = {
  brand: string
  publicUrl: string
  /** The page's own path, without its query: where the links to other languages lead. */
  path: string
  language: Language
  theme: Theme
  texts: PublicTexts
  /** The texts that the player and the embed share. */
  playerTexts: Texts
  /** Whether this installation has accounts. */
  hasAccounts: boolean
  /** Whether people can put files into the library: it is our own. */
  hasUploads: boolean
  /** Whether there are stories: a gateway is configured, or embedded. */
  hasStories: boolean
  /** Whether what visitors share is counted (`TRACKING`), and there is a service for it. */
  countsShares: boolean
  /** The provider, where this page calls it itself. */
  direct: DirectApi | undefined
  /** What the visitor chose by `?lang=` and `?theme=`, by their names. */
  chosen: Record<string, string>
  /** Makes a link to one of our paths keep what the visitor chose. */
  to: (path: string) => string
  /** Puts values into a text's places: `{title}`. */
  fill: typeof interpolate
  /** A number as the page's language writes it. */
  number: (count: number) => string
}

/** What the request tells its page. The route must have found the language before (`worker/http/language.ts`). */
export function pageContext(c: AppContext): PageContext {
  const language = c.get('language')
  const services = c.get('services')
  const { config, upstreams } = services
  const hasAccounts = upstreams.site.hasAccounts && upstreams.site.transport !== undefined
  return {
    brand: config.BRAND_NAME,
    publicUrl: c.get('publicUrl'),
    path: c.req.path,
    language,
    theme: themeOf(c.req.query('theme')),
    texts: publicTextsIn(language),
    playerTexts: textsIn(language),
    hasAccounts,
    hasUploads: hasAccounts && upstreams.provider.takesFiles,
    hasStories: upstreams.gateway.transport !== undefined,
    countsShares: config.TRACKING === 'on' && upstreams.gateway.transport !== undefined,
    direct: directApi(services),
    chosen: chosenIn(c),
    to: languageLinks(c),
    fill: interpolate,
    number: (count) => new Intl.NumberFormat(language).format(count),
  }
}

export type Total = Pick<Paging, 'total' | 'isLeast'>

/** How many there are; `25+` where the list goes on, and how far is not known. */
export const totalText = ({ number }: PageContext, { total, isLeast }: Total): string =>
  isLeast ? `${number(total - 1)}+` : number(total)

/** The value of a read that a page can do without, or nothing where the read fails. */
export const optional = <T>(read: Promise<T>): Promise<T | undefined> => read.catch(() => undefined)

/** Reads from the provider for this request. @throws AppError as `Provider.call` */
export const readProvider = <Name extends ProviderCallName>(
  c: AppContext,
  name: Name,
  input: Parameters<Services['provider']['call']>[1],
) => c.var.services.provider.call(name, input, readContext(c))

/** The kind of items that a list is of: `?type=`, by default GIFs. */
export const typeOfQuery = (c: AppContext): ItemType =>
  SEARCHED_TYPES.find((type) => type === c.req.query('type')) ?? 'gifs'
