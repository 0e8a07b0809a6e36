import { type Context, Hono } from 'hono'
import { AppError } from '../../shared/errors.ts'
import { mediaOrigins, toEmbedView } from '../../shared/gif/embed-view.ts'
import { idOfSlug } from '../../shared/gif/item-path.ts'
import { trackingQuery } from '../../shared/gif/tracking-query.ts'
import type { App } from '../app-types.ts'
import { asking } from '../asking.ts'
import { layoutOf } from '../layout.ts'
import { lazyModule } from '../lazy-module.ts'
import { originOf } from '../middleware/frame.ts'
import { language } from '../middleware/language.ts'
import { embedPolicy } from '../render/content-policy.ts'
import { themeOf } from '../render/document.ts'
import { reply } from '../reply.ts'
import { objectsToTracking, trackingOf } from '../tracking.ts'

// React stays out of the isolate until somebody asks for a page.
const pages = lazyModule(() => import('../pages/embed-page.tsx'))

/** `/embed/{slug-or-id}` (§2). The GIF is known, and with it the status, before the first byte leaves. */
export const embed = new Hono<App>().get('/:slug', language, async (c) => {
  const { config, provider } = c.get('services')
  const { gif, state, age } = await provider.gif(gifId(c), asking(c))
  if (gif.is_removed) throw new AppError('removed', 'This GIF was taken down')

  const query = c.req.query()
  const tracking = trackingQuery(Object.entries(query), c.req.header('Referer'))
  const view = toEmbedView(gif, { publicUrl: c.get('publicUrl'), tracking })
  const origins = mediaOrigins(gif)
  const media = config.MEDIA_HOSTS.length > 0 ? config.MEDIA_HOSTS : origins
  const objects = objectsToTracking(c.req.raw.headers)
  const tracked = objects ? undefined : trackingOf(gif, config)
  const layout = layoutOf(c.req.raw.headers)
  const { cssOf, embedPage } = await pages()
  const page = embedPage({
    view,
    layout,
    brand: config.BRAND_NAME,
    theme: themeOf(query.theme),
    language: c.get('language'),
    paused: query.autoplay === '0',
    tracked,
  })
  return reply(c, page, 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': embedPolicy({
      origin: originOf(c.req.url),
      media,
      css: cssOf(layout),
      tracked,
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
