import type { Gif } from '../schema/gif.ts'
import { originsIn } from './origin-in.ts'

/** A source of pictures: a GIF, or a channel with its user. */
type PictureSource = Pick<Gif, 'user'> & Partial<Pick<Gif, 'images' | 'video'>>

/** The origins that a page with these GIFs or channels loads pictures, films and avatars from. */
export function pictureOrigins(sources: readonly PictureSource[]): string[] {
  const urls = sources.flatMap(({ images = {}, user, video }) => [
    user?.avatar_url ?? '',
    ...[images, video?.assets ?? {}, video?.previews ?? {}].flatMap((renditions) =>
      Object.values(renditions).flatMap((one) => (one ? [one.url, one.webp, one.mp4] : [])),
    ),
  ])
  return originsIn(urls)
}
