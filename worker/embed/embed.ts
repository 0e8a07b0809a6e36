import type { Context } from 'hono'
import { AppError } from '../../shared/errors.ts'
import { mediaOrigins, toEmbedView } from '../../shared/gif/embed-view.ts'
import { idOfSlug } from '../../shared/gif/item-path.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { Language } from '../../shared/texts/texts.ts'
import type { App, Services } from '../app-types.ts'
import { requestOrigin } from '../http/every-request.ts'
import { type Layout, layoutOf } from '../http/layout.ts'
import { lazyModule } from '../http/lazy-module.ts'
import { readContext } from '../http/read-context.ts'
import { reply } from '../http/reply.ts'
import { type Theme, themeOf } from '../render/document.ts'
import { embedMemo, type RenderedEmbed, TRACKING_SLOT } from '../render/page-memo.ts'
import { preconnect } from '../render/preconnect.ts'
import { optsOutOfTracking, trackingOf } from '../render/tracking.ts'
import { trackingText } from '../render/tracking-text.ts'
import { embedPolicy } from './policy.ts'

// React is loaded by the first page that is rendered.
const pages = lazyModule(() => import('./page.tsx'))

/** `/embed/{slug-or-id}` (§2). The GIF is read first, because it decides the status. */
export async function embed(c: Context<App>): Promise<Response> {
  const found = await c.get('services').provider.gif(gifId(c), readContext(c))
  const { gif, made, state, age } = found

  const query = c.req.query()
  const options = {
    layout: layoutOf(c.req.raw.headers),
    theme: themeOf(query.theme),
    language: c.get('language'),
    paused: query.autoplay === '0',
    optedOut: optsOutOfTracking(c.req.raw.headers),
    publicUrl: c.get('publicUrl'),
    origin: requestOrigin(c.req.url),
  }
  const key = Object.values(options).join(' ')
  let rendered = embedMemo.get(made, key)
  if (!rendered) {
    rendered = await render(gif, options, c.get('services'))
    embedMemo.set(made, key, rendered)
  }
  return reply(c, rendered.pieces.join(trackingText(c)), 200, {
    ...rendered.headers,
    ...(!found.isListed && NOINDEX),
    'x-cache': state,
    Age: String(age),
  })
}

// Of an item that no list has.
const NOINDEX = { 'X-Robots-Tag': 'noindex' } as const

/** What a rendered page depends on, apart from the GIF and the configuration. Each request fills in its tracking query. */
type EmbedOptions = {
  layout: Layout
  theme: Theme
  language: Language
  paused: boolean
  optedOut: boolean
  publicUrl: string
  origin: string
}

async function render(
  gif: Gif,
  { optedOut, publicUrl, origin, ...options }: EmbedOptions,
  { config, upstreams }: Pick<Services, 'config' | 'upstreams'>,
): Promise<RenderedEmbed> {
  const view = toEmbedView(gif, { publicUrl, tracking: TRACKING_SLOT })
  const origins = mediaOrigins(gif)
  const tracked = optedOut ? undefined : trackingOf(gif, config, upstreams.gateway.transport !== undefined)
  const { cssOf, embedPage } = await pages()
  return {
    pieces: embedPage({ view, brand: config.BRAND_NAME, tracked, ...options }).split(TRACKING_SLOT),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': embedPolicy({
        origin,
        media: config.MEDIA_HOSTS.length > 0 ? config.MEDIA_HOSTS : origins,
        css: cssOf(options.layout),
        tracked,
        film: view.film?.host,
      }),
      // An untracked page stays out of shared caches. If an opted-out visitor gets a cached page, its boot does not track.
      ...(optedOut && { 'Cache-Control': 'private, max-age=60' }),
      ...preconnect(origins, config.MEDIA_HOSTS),
    },
  }
}

function gifId(c: Context<App>): string {
  const id = idOfSlug(c.req.param('slug') ?? '')
  if (!id) throw new AppError('invalid-input', 'This is no id of a GIF')
  return id
}
