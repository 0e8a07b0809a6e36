import type { Context } from 'hono'
import type { App } from '../../app-types.ts'
import { requestOrigin } from '../../http/every-request.ts'
import { reply } from '../../http/reply.ts'
import { assets } from '../../render/assets.ts'
import { type PageParts, pageStream } from '../../render/page-stream.ts'
import { publicPolicy } from './policy.ts'

type Page = {
  /** Origins of its pictures, where none are configured. */
  media: readonly string[]
  state?: string
  age?: number
}

/** Sends a public page: anonymous, so that caches may keep it as long as an embed; by language, for no frame. */
export function replyPage(
  c: Context<App>,
  parts: PageParts,
  { media, state = 'miss', age = 0 }: Page,
): Response {
  const { MEDIA_HOSTS } = c.var.services.config
  // The library's own files are found at the public address, wherever that is.
  const others = media.filter((host) => host !== c.var.publicUrl)
  const hosts = [`${c.var.publicUrl}/media/`, ...(MEDIA_HOSTS.length > 0 ? MEDIA_HOSTS : others)]
  return reply(c, pageStream(parts), 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': publicPolicy({ origin: requestOrigin(c.req.url), media: hosts }),
    'Content-Language': c.var.language,
    'Cache-Control': 'public, max-age=60',
    Vary: 'Accept-Language, Accept-Encoding',
    // Early hints: the style is wanted before the first byte of the page has been read.
    Link: `<${assets.styles.public}>; rel=preload; as=style`,
    'x-cache': state,
    Age: String(age),
  })
}
