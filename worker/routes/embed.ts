import { type Context, Hono } from 'hono'
import { AppError } from '../../shared/errors.ts'
import { mediaOrigins, toEmbedView } from '../../shared/gif/embed-view.ts'
import { idOfSlug } from '../../shared/gif/item-path.ts'
import { trackingQuery } from '../../shared/gif/tracking-query.ts'
import type { App } from '../app-types.ts'
import { asking } from '../asking.ts'
import { layoutOf } from '../layout.ts'
import { originOf } from '../middleware/frame.ts'
import { language } from '../middleware/language.ts'
import { embedPolicy } from '../render/content-policy.ts'
import { themeOf } from '../render/document.ts'
import { pageStream } from '../render/page-stream.ts'
import { reply } from '../reply.ts'
import { objectsToTracking, trackingOf } from '../tracking.ts'

/** `/embed/{slug-or-id}` (§2). The GIF is known, and with it the status, before the first byte leaves. */
export const embed = new Hono<App>().get('/:slug', language, async (c) => {
  const { config, provider } = c.var.services
  const { gif, state, age } = await provider.gif(gifId(c), asking(c))
  if (gif.is_removed) throw new AppError('removed', 'This GIF was taken down')

  const query = new URL(c.req.url).searchParams
  const tracking = trackingQuery(query, c.req.header('Referer'))
  const view = toEmbedView(gif, { publicUrl: c.var.publicUrl, tracking })
  const origins = mediaOrigins(view)
  const media = config.MEDIA_HOSTS.length > 0 ? config.MEDIA_HOSTS : origins
  const objects = objectsToTracking(c.req.raw.headers)
  const tracked = objects ? undefined : trackingOf(gif, config)
  const layout = layoutOf(c.req.raw.headers)
  const { embedPage } = await import('../pages/embed-page.tsx')
  const parts = embedPage({
    view,
    layout,
    brand: config.BRAND_NAME,
    theme: themeOf(query.get('theme')),
    language: c.var.language,
    paused: query.get('autoplay') === '0',
    tracked,
  })
  return reply(c, pageStream(parts), 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': embedPolicy({
      origin: originOf(c.req.url),
      media,
      pixels: Boolean(tracked?.pixels.length),
      analytics: Boolean(tracked?.analyticsId),
      film: view.film?.host,
    }),
    // A page for one who objects stays out of shared caches; one that was made for others the boot knows not to track.
    ...(objects && { 'Cache-Control': 'private, max-age=60' }),
    Link: origins.map((origin) => `<${origin}>; rel=preconnect`).join(', '),
    'x-cache': state,
    Age: String(age),
  })
})

function gifId(c: Context<App, '/:slug'>): string {
  const id = idOfSlug(c.req.param('slug'))
  if (!id) throw new AppError('invalid-input', 'This is no id of a GIF')
  return id
}
