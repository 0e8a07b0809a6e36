import { Hono } from 'hono'
import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { mediaOrigins, toEmbedView } from '../../shared/gif/embed-view.ts'
import { idOfSlug } from '../../shared/gif/item-path.ts'
import { trackingQuery } from '../../shared/gif/tracking-query.ts'
import type { App } from '../app-types.ts'
import { asking } from '../asking.ts'
import { input } from '../input.ts'
import { layoutOf } from '../layout.ts'
import { originOf } from '../middleware/request-frame.ts'
import { embedPolicy } from '../render/content-policy.ts'
import { pageStream } from '../render/page-stream.ts'

const Params = v.object({
  slug: v.pipe(v.string(), v.transform(idOfSlug), v.string('This is no id of a GIF')),
})

const Query = v.looseObject({
  theme: v.fallback(v.picklist(['auto', 'light', 'dark']), 'auto'),
  autoplay: v.optional(v.string()),
})

/** `/embed/{slug-or-id}` (§2). The GIF is known, and with it the status, before the first byte leaves. */
export const embed = new Hono<App>().get(
  '/:slug',
  input('param', Params),
  input('query', Query),
  async (c) => {
    const { config, provider } = c.var.services
    const query = c.req.valid('query')
    const { gif, state, age } = await provider.gif(c.req.valid('param').slug, asking(c))
    if (gif.is_removed) throw new AppError('removed', 'This GIF was taken down')

    const tracking = trackingQuery(new URL(c.req.url).searchParams, c.req.header('Referer'))
    const view = toEmbedView(gif, { publicUrl: c.var.publicUrl, tracking })
    const media = config.MEDIA_HOSTS.length > 0 ? config.MEDIA_HOSTS : mediaOrigins(view)
    const pixels = (gif.bottle_data?.tags.length ?? 0) > 0
    const { embedPage } = await import('../pages/embed-page.tsx')

    c.header('Content-Security-Policy', embedPolicy({ origin: originOf(c.req.url), media, pixels }))
    for (const origin of mediaOrigins(view)) c.header('Link', `<${origin}>; rel=preconnect`, { append: true })
    const page = { view, layout: layoutOf(c.req.raw.headers), brand: config.BRAND_NAME, theme: query.theme }
    return c.body(pageStream(embedPage({ ...page, paused: query.autoplay === '0' })), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'x-cache': state,
      Age: String(age),
    })
  },
)
