import type { Props } from '@hono/react-renderer'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { originsIn, pictureOrigins } from '../../../shared/picture/origins.ts'
import { type AppContext, directApi, PRIVATE_HEADERS, reply, replyPage } from '../../http/context.ts'
import { requestOrigin } from '../../http/every-request.ts'
import { assets, pageStream, TRUSTED, write } from '../../render/document.ts'
import { DOCTYPE } from '../../render/html-document.tsx'
import { PublicLayout } from './public-layout.tsx'

/** A public page: its content, and what the layout needs to know. */
export type PublicPage = Omit<Props, 'later'> & { content: ReactElement }

/** What the data of a page mean for its headers. */
type Source = {
  /** What the page has pictures of, for the policy; `MEDIA_HOSTS` takes their place where it is set. */
  pictures?: Parameters<typeof pictureOrigins>[0]
  /** State (`x-cache`) and age in seconds of the cached read behind the page. */
  state?: string
  age?: number
  /** Whether the item that the page is about may be listed, and whether the page is for one viewer alone. */
  isListed?: boolean
  isPrivate?: boolean | undefined
}

/** Responds with a public page that is complete: it is sent as one string, since nothing in it waits. */
export function renderPage(
  c: AppContext,
  { content, ...props }: PublicPage,
  source: Source = {},
): Response | Promise<Response> {
  return replyPage(c, content, props, publicHeaders(c, source))
}

// As `TRACKING_SLOT` (`worker/render/page-memo.ts`): no title or name holds its first character.
const LATER_SLOT = '\u0091later'

/**
 * Responds with a public page that leaves at once, but for the end of its content, which waits for a further call: the
 * same layout is rendered with a slot, which `later` fills in the same stream. It must not reject.
 */
export function streamPage(
  c: AppContext,
  { content, ...props }: PublicPage,
  later: Promise<ReactElement>,
  source: Source,
): Response {
  const page = renderToString(
    <PublicLayout c={c} {...props} later={LATER_SLOT}>
      {content}
    </PublicLayout>,
  )
  const slot = page.indexOf(LATER_SLOT)
  const end = later.then((part) => renderToString(part) + page.slice(slot + LATER_SLOT.length))
  return reply(
    c,
    pageStream(DOCTYPE + page.slice(0, slot), () => end),
    200,
    {
      ...publicHeaders(c, source),
      'Content-Type': 'text/html; charset=UTF-8',
    },
  )
}

/** The headers of a public page. Nothing in it is personal, so caches may keep it as long as an embed, per language. */
function publicHeaders(c: AppContext, source: Source): Record<string, string> {
  const { pictures = [], state = 'miss', age = 0, isListed = true, isPrivate } = source
  const publicUrl = c.get('publicUrl')
  const { MEDIA_HOSTS } = c.get('services').config
  // The library's own files are under the public URL, which may be another host than the request's.
  const others = pictureOrigins(pictures).filter((host) => host !== publicUrl)
  const hosts = [`${publicUrl}/media/`, ...(MEDIA_HOSTS.length > 0 ? MEDIA_HOSTS : others)]
  return {
    'Content-Security-Policy': publicPolicy({
      origin: requestOrigin(c.req.url),
      media: hosts,
      provider: directApi(c.get('services'))?.url,
    }),
    'Content-Language': c.get('language'),
    'Cache-Control': 'public, max-age=60',
    Vary: 'Accept-Language, Accept-Encoding',
    // For Early Hints: the browser can fetch the style before it has read the first byte of the page.
    Link: `<${assets.styles.public}>; rel=preload; as=style`,
    'x-cache': state,
    Age: String(age),
    ...(!isListed && { 'X-Robots-Tag': 'noindex' }),
    ...(isPrivate && { ...PRIVATE_HEADERS, 'X-Robots-Tag': 'noindex' }),
  }
}

/** `provider` is the base URL of one that the page calls itself: then its pictures may be on any https host. */
type PublicSources = { origin: string; media: readonly string[]; provider?: string | undefined }

/**
 * The policy of a public page: our static files, pictures and films from the media hosts, frames of our own embeds and
 * widgets, forms that submit to us. Nothing is inline, and no page may frame it.
 */
export function publicPolicy({ origin, media, provider }: PublicSources): string {
  const statics = `${origin}/static/`
  const pictures = [...new Set([`${origin}/media/`, ...media])]
  const allowed = write({
    'default-src': ["'none'"],
    'script-src': [statics],
    'style-src': [statics],
    'img-src': [statics, ...pictures, ...(provider ? ['https:'] : []), 'data:'],
    'media-src': pictures,
    'connect-src': ["'self'", ...originsIn([provider])],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
  return `${allowed}; ${TRUSTED}`
}

/** Redirects to a page's one address, with the request's query. @param isPrivate where only some viewers may know it */
export const movedTo = (c: AppContext, path: string, isPrivate = false): Response =>
  reply(c, null, 301, {
    Location: path + new URL(c.req.url).search,
    'Cache-Control': 'public, max-age=60',
    ...(isPrivate && PRIVATE_HEADERS),
  })
