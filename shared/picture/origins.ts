import type { Gif } from '../schema/gif.ts'

/** A source of pictures: a GIF, or a channel with its user. */
type PictureSource = Pick<Gif, 'user'> & Partial<Pick<Gif, 'images' | 'video'>>

/** The origins that a page with these GIFs or channels loads pictures, films and avatars from. */
export function pictureOrigins(sources: readonly PictureSource[]): string[] {
  const urls = sources.flatMap(({ images = {}, user, video }) => [
    user?.avatar_url ?? '',
    user?.banner_url ?? '',
    ...[images, video?.assets ?? {}, video?.previews ?? {}].flatMap((renditions) =>
      Object.values(renditions).flatMap((one) => (one ? [one.url, one.avif, one.webp, one.mp4] : [])),
    ),
  ])
  return originsIn(urls)
}

// The result goes into headers, so only a plain host name and a port may pass. Parsing each URL would be slower.
const ORIGIN = /^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?(?=[/?#]|$)/i

/** A page's pictures are on a few hosts; the rest of a hostile list would make the headers too long to send (F35). */
const MAX_ORIGINS = 12

/** The origin of an http(s) URL; `undefined` for anything else. */
const originIn = (url: string | undefined): string | undefined => ORIGIN.exec(url ?? '')?.[0].toLowerCase()

/** The first 12 different origins of URLs. */
export function originsIn(urls: Iterable<string | undefined>): string[] {
  const origins = new Set<string>()
  for (const url of urls) {
    const origin = originIn(url)
    if (origin) origins.add(origin)
    if (origins.size === MAX_ORIGINS) break
  }
  return [...origins]
}
