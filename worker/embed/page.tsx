import { html, raw } from 'hono/html'
import { renderToString } from 'react-dom/server'
import type { DirectEmbedProps } from '../../islands/direct/direct-embed.ts'
import HoverFooter from '../../islands/embed/hover-footer.tsx'
import MobileFooter from '../../islands/embed/mobile-footer.tsx'
import { PictureLink } from '../../islands/embed/picture-link.tsx'
import type { EmbedProps } from '../../islands/model/embed-model.ts'
import { ShareButton } from '../../islands/share/share-button.tsx'
import type { EmbedView } from '../../shared/gif/embed-view.ts'
import { originsIn } from '../../shared/picture/origins.ts'
import { sizesInFrame } from '../../shared/picture/sizes.ts'
import type { Language } from '../../shared/texts/languages.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import { type AppContext, directOf, readBySlug, readContext, reply } from '../http/context.ts'
import { assets, documentEnd, documentHead, type EmbedCss } from '../render/document.ts'
import { type PageTracking, trackingText } from '../render/page-memo.ts'
import { embedPauseHtml, Island, Player } from '../render/parts.tsx'
import { directPolicy, type EmbedOptions, embedHeaders, embedOptions } from './policy.ts'

type EmbedPage = Pick<EmbedOptions, 'layout' | 'theme' | 'language' | 'paused'> & {
  view: EmbedView
  tracked: PageTracking | undefined
  props: EmbedProps
}

/** The start of an embed page, all that a visitor waits for: head, style, boot, player, and the control of its motion. */
export function embedStart(page: EmbedPage): string {
  const { view, layout, theme, language: lang, paused } = page
  const head = documentHead({
    title: view.title,
    lang,
    theme,
    css: cssOf(layout, view),
    canonical: view.shareUrl,
  })
  const player = renderToString(<Player {...view} sizes={sizesInFrame(view.picture)} paused={paused} />)
  return `${head}${opening(page)}${player}${embedPauseHtml(textsIn(lang))}`
}

/** The rest of it: the extras over the picture (§2), and the page's end. */
export const embedRest = (page: EmbedPage): string => `${renderToString(<Extras {...page} />)}${END}`

/** The rest where the extras could not be drawn: the picture is still a link. */
export const plainRest = ({ view }: EmbedPage): string => `${renderToString(<PictureLink {...view} />)}${END}`

const END = `</main>${documentEnd}`

/** The inline styles of a layout; without a view, for an item that is not known yet. */
export const cssOf = (
  layout: EmbedOptions['layout'],
  view?: Pick<EmbedView, 'kind' | 'cta' | 'film'>,
): EmbedCss[] => [
  layout === 'mobile' ? 'embed-phone-css' : 'embed-desktop-css',
  ...(!view || view.kind === 'sticker' ? (['embed-sticker-css'] as const) : []),
  ...(!view || view.film || (view.cta && layout !== 'mobile') ? (['embed-actions-css'] as const) : []),
]

/** What the islands of a page get, on the server and in the browser. */
export const propsOf = (view: EmbedView, brand: string, lang: Language): EmbedProps => {
  const { picture, ...rest } = view
  const { still, width, height } = picture
  return { lang, brand, ...rest, poster: still.url, width, height }
}

// The boot runs before the picture that it may stop. It is in a plain template: compilers rewrite a tagged one with an
// end tag of a script.
const opening = ({ view, layout, paused, tracked, props }: EmbedPage): string =>
  String(
    html`<main id="embed" data-layout="${layout}" data-kind="${view.kind}" data-props=${raw(jsonAttribute(props))}${tracked && trackingAttributes(tracked)}${flagsOf({ paused, layout })}>${raw(`<script>${assets.inline.boot.text}</script>`)}`,
  )

/** The flags of §4 that a page starts with, as attributes. */
const flagsOf = ({ paused, layout }: Pick<EmbedPage, 'paused' | 'layout'>): string =>
  `${paused ? ' data-paused' : ''}${layout === 'mobile' ? ' data-mobile-footer' : ''}`

/** JSON as an attribute's value: in single quotes, so that its own double quotes need no escape. */
const jsonAttribute = (value: unknown): string =>
  `'${JSON.stringify(value).replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'`

// Without these attributes no module is fetched before intent, and nothing is tracked.
const trackingAttributes = ({ payload, pixels, analyticsId, countsShares }: PageTracking) =>
  html` data-tracking="${assets.scripts.watch}" data-payload="${payload}"${
    pixels.length > 0 && html` data-pixels="${JSON.stringify(pixels)}"`
  }${analyticsId && html` data-analytics="${analyticsId}"`}${countsShares && html` data-shares=""`}`

type ExtrasProps = Pick<EmbedPage, 'layout'> & Partial<Pick<EmbedPage, 'view' | 'props'>>

/**
 * The extras over the picture (§2): on a desktop the share menu and the footer with its grid, on a phone its own footer.
 * In the order of the Tab key: motion, sharing, the picture's link, the footer. Without their item the islands get their
 * props in the browser.
 */
function Extras({ view, layout, props }: ExtrasProps) {
  const link = <PictureLink href={view?.href ?? ''} title={view?.title ?? ''} />
  return (
    <>
      {layout === 'mobile' ? (
        <>
          {link}
          <Island name="mobile-footer">{props && <MobileFooter {...props} />}</Island>
        </>
      ) : (
        <>
          <Island name="share-menu">{props && <ShareButton {...props} />}</Island>
          {link}
          <div className="footer">
            <Island name="hover-footer">{props && <HoverFooter {...props} />}</Island>
            <Island name="related-grid" />
          </div>
        </>
      )}
      {view?.film && <Island name="media-player" />}
    </>
  )
}

/**
 * `/embed/{slug-or-id}` where the browser calls the provider: the page without its item, which its script reads and draws.
 * The item's takedown alone decides the status.
 */
export async function directEmbed(c: AppContext): Promise<Response> {
  const { config, upstreams } = c.get('services')
  const direct = directOf(c)
  const slug = c.req.param('slug') ?? ''
  const id = await readBySlug(c, slug, async (id) => {
    await direct.assertOpen(id, readContext(c))
    return id
  })
  const provider = originsIn([direct.url])
  const { layout, theme, language: lang, paused, optedOut, publicUrl, origin } = embedOptions(c)
  const texts = textsIn(lang)
  const brand = config.BRAND_NAME
  const isTracked = config.TRACKING === 'on' && !optedOut
  const analyticsId = isTracked ? config.ANALYTICS_ID : ''
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
    theme,
    css: cssOf(layout),
    canonical: `${publicUrl}/gifs/${slug}`,
    modules: [assets.scripts['direct-embed']],
  })
  const root = html`<main id="embed" inert data-layout="${layout}" data-kind="gif" data-props="${JSON.stringify(props)}" data-provider="${direct.url}" data-key="${direct.key}"${analyticsId && html` data-analytics="${analyticsId}"`}${isTracked && upstreams.gateway.transport && html` data-shares=""`}${flagsOf({ paused, layout })}>`
  const extras = renderToString(<Extras layout={layout} />)
  const policy = directPolicy({
    origin,
    media: config.MEDIA_HOSTS,
    css: cssOf(layout),
    analyticsId,
    provider,
  })
  const headers = embedHeaders(optedOut, policy, provider, [])
  return reply(c, `${head}${root}${embedPauseHtml(texts)}${extras}${END}`, 200, headers)
}
