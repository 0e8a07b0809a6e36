import pickerStyle from '../../dist/picker-style.json'
import widgetStyle from '../../dist/widget-style.json'
import type { FirstPage } from '../../islands/model/widget-model.ts'
import { FIRST_ID } from '../../islands/picker/picker-props.ts'
import { originsIn } from '../../shared/picture/origins.ts'
import { type AppContext, directApi, requestOrigin, type Services } from '../http/context.ts'
import { keptFor } from '../http/kept-for.ts'
import {
  ANALYTICS,
  assets,
  documentEnd,
  documentHead,
  framedPolicy,
  NO_ANALYTICS,
  preconnect,
  refusedBut,
  type Theme,
} from '../render/document.ts'
import { optsOutOfTracking } from '../render/page-memo.ts'

const encoder = new TextEncoder()

/** The policy source that allows exactly this inline style: `'sha256-…'`. */
export async function inlineHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`
}

/** What the request decides of a page of tiles in a frame. None of it is private to a visitor. */
export function frameOptions(c: AppContext) {
  const services = c.get('services')
  const { config } = services
  const optedOut = optsOutOfTracking(c.req.raw.headers)
  const isTracked = config.TRACKING === 'on' && !optedOut
  return {
    origin: requestOrigin(c.req.url),
    optedOut,
    language: c.get('language'),
    publicUrl: c.get('publicUrl'),
    brand: config.BRAND_NAME,
    isTracked,
    /** The web analytics service's, '' without one. */
    analyticsId: isTracked ? config.ANALYTICS_ID : '',
    /** The provider that the page calls itself. */
    direct: directApi(services),
  }
}

export type FrameOptions = ReturnType<typeof frameOptions>

type HeadInput = { title: string; theme: Theme; sheet: string; kind: 'widget' | 'picker' }

/** A page's head with all style, of which `sheet` is its own. */
export const frameHead = (
  { language, direct }: FrameOptions,
  { title, theme, sheet, kind }: HeadInput,
): string =>
  documentHead({
    title,
    lang: language,
    theme,
    sheets: [STYLES[kind].text, sheet],
    modules: [...(direct ? [assets.scripts.direct] : []), assets.scripts[kind]],
    paintsAt: FIRST_ID,
  })

const STYLES = { widget: widgetStyle, picker: pickerStyle }

/**
 * The script with a list's first page, up to its GIFs, which `FIRST_END` follows. JSON in a script element with another
 * type: the policy allows it, and its quotes need no escape.
 */
export const firstStart = ({ offset, done, failed }: Omit<FirstPage, 'gifs'>): string =>
  `<script type="application/json" id="${FIRST_ID}">{"offset":${offset},"done":${done},"failed":${failed},"gifs":`
export const FIRST_END = `}</script>${documentEnd}`

type Config = Services['config']

type Framed = { options: FrameOptions; origins: readonly string[]; styleHash: string }

/** The headers of a page of tiles in a frame, but for its cache: a widget's or the picker's. @param framed with the origins of its pictures */
export const frameHeaders = (
  config: Config,
  kind: 'widget' | 'picker',
  framed: Framed,
): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': framePolicy(config, kind, framed),
  ...preconnect(framed.origins, config.MEDIA_HOSTS),
})

/** Who may keep such a page, and for how long. As with the embed, an untracked one stays out of shared caches. */
export const frameCache = ({ optedOut }: FrameOptions, freshFor: number | undefined): string =>
  `${optedOut ? 'private' : 'public'}, max-age=${keptFor(freshFor)}`

/**
 * The policy of a widget's page: as the embed's, but with no video and no inline script at all. The picker's also allows
 * its search form, and files that are copied (`connect-src`).
 */
function framePolicy(
  { MEDIA_HOSTS, PROVIDER_URL }: Config,
  kind: 'widget' | 'picker',
  { options, origins, styleHash }: Framed,
) {
  const { origin } = options
  const statics = `${origin}/static/`
  const media = [`${origin}/media/`, ...(MEDIA_HOSTS.length > 0 ? MEDIA_HOSTS : origins)]
  // A provider's next page, its search or its tracking pixels may be on any host; where pages call it, it has those of the list.
  const isListed = options.direct !== undefined && MEDIA_HOSTS.length > 0
  const any = PROVIDER_URL === '' || isListed ? undefined : ['https:']
  const service = options.analyticsId ? ANALYTICS : NO_ANALYTICS
  const calls = originsIn([options.direct?.url])
  const isPicker = kind === 'picker'
  const images = any ?? service.image
  const sources = {
    'script-src': [statics, ...service.script],
    'style-src': [statics, STYLES[kind].csp, styleHash],
    'img-src': [statics, ...media, ...(isPicker ? [...images, 'data:'] : ['data:', ...images])],
    'connect-src': isPicker
      ? ["'self'", ...calls, ...media, ...(any ?? service.connect)]
      : ["'self'", ...service.connect, ...calls],
  }
  const refused = isPicker ? refusedBut(`${origin}/widgets/picker`) : undefined
  return framedPolicy(sources, !options.analyticsId, refused)
}
