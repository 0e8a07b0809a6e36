import { html } from 'hono/html'
import { renderToString } from 'react-dom/server'
import type { DirectEmbedProps } from '../../islands/direct/direct-embed.ts'
import { PictureLink } from '../../islands/embed/picture-link.tsx'
import { AppError } from '../../shared/errors.ts'
import { idOfSlug } from '../../shared/gif/item-path.ts'
import { originsIn } from '../../shared/picture/origins.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import { type AppContext, directOf, readContext, reply } from '../http/context.ts'
import { requestOrigin } from '../http/every-request.ts'
import { type Layout, layoutOf } from '../http/layout.ts'
import { assets, documentEnd, documentHead, preconnect, themeOf } from '../render/document.ts'
import { embedPauseHtml, Island } from '../render/parts.tsx'
import { optsOutOfTracking, trackingText } from '../render/tracking.ts'
import { cssOf, flagsOf } from './page.tsx'
import { directPolicy } from './policy.ts'

/**
 * `/embed/{slug-or-id}` where the browser calls the provider: the page without its item, which its script reads and draws.
 * The item's takedown alone decides the status.
 */
export async function directEmbed(c: AppContext): Promise<Response> {
  const { config, upstreams } = c.get('services')
  const direct = directOf(c)
  const slug = c.req.param('slug') ?? ''
  const id = idOfSlug(slug)
  if (!id) throw new AppError('invalid-input', 'This is no id of a GIF')
  await direct.assertOpen(id, readContext(c))

  const provider = originsIn([direct.url])
  const { theme, autoplay } = c.req.query()
  const layout = layoutOf(c.req.raw.headers)
  const lang = c.get('language')
  const texts = textsIn(lang)
  const publicUrl = c.get('publicUrl')
  const brand = config.BRAND_NAME
  const optedOut = optsOutOfTracking(c.req.raw.headers)
  const isTracked = config.TRACKING === 'on' && !optedOut
  const props: DirectEmbedProps = {
    id,
    publicUrl,
    brand,
    lang,
    tracking: trackingText(c).replaceAll('&amp;', '&'),
    watch: isTracked ? assets.scripts.watch : '',
    texts: { failed: texts.failed, retry: texts.retry },
  }
  const head = documentHead({
    title: brand,
    lang,
    theme: themeOf(theme),
    css: cssOf(layout),
    canonical: `${publicUrl}/gifs/${slug}`,
    modules: [assets.scripts['direct-embed']],
  })
  const root = html`<main id="embed" inert data-layout="${layout}" data-kind="gif" data-props="${JSON.stringify(props)}" data-provider="${direct.url}" data-key="${direct.key}"${isTracked && config.ANALYTICS_ID && html` data-analytics="${config.ANALYTICS_ID}"`}${isTracked && upstreams.gateway.transport && html` data-shares=""`}${flagsOf({ paused: autoplay === '0', layout })}>`
  return reply(c, `${head}${root}${embedPauseHtml(texts)}${extras(layout)}</main>${documentEnd}`, 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': directPolicy({
      origin: requestOrigin(c.req.url),
      media: config.MEDIA_HOSTS,
      css: cssOf(layout),
      analyticsId: isTracked ? config.ANALYTICS_ID : '',
      provider,
    }),
    ...preconnect(provider, []),
    // As elsewhere, an untracked page stays out of shared caches.
    ...(optedOut && { 'Cache-Control': 'private, max-age=60' }),
  })
}

/** The extras without their item: the islands get their props in the browser. */
const extras = (layout: Layout): string =>
  renderToString(
    layout === 'mobile' ? (
      <>
        <PictureLink href="" title="" />
        <Island name="mobile-footer" />
      </>
    ) : (
      <>
        <Island name="share-menu" />
        <PictureLink href="" title="" />
        <div className="footer">
          <Island name="hover-footer" />
          <Island name="related-grid" />
        </div>
      </>
    ),
  )
