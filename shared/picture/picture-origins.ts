import type { Gif } from '../schema/gif.ts'

// It goes into headers, so nothing but a plain host name and a port may pass.
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?=[/?#]|$)/i

/** What shows pictures: a GIF, or a channel by its user alone. */
type Shown = Pick<Gif, 'user'> & Partial<Pick<Gif, 'images' | 'video'>>

/** The origins that a page with these GIFs or channels loads pictures, films and avatars from. */
export function pictureOrigins(shown: readonly Shown[]): string[] {
  const urls = shown.flatMap(({ images = {}, user, video }) => [
    user?.avatar_url ?? '',
    ...[images, video?.assets ?? {}, video?.previews ?? {}].flatMap((renditions) =>
      Object.values(renditions).flatMap((one) => (one ? [one.url, one.webp, one.mp4] : [])),
    ),
  ])
  return [...new Set(urls.flatMap((url) => ORIGIN.exec(url)?.[0].toLowerCase() ?? []))]
}
