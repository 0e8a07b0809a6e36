import { MediaError, type MediaKind } from '../../shared/media/limits.ts'
import { cutGif } from './gif/cut-gif.ts'
import { cutMp4 } from './mp4/cut-mp4.ts'
import type { Cut, Span } from './span.ts'
import { cutWebp } from './webp/cut-webp.ts'

const CUTTERS: Partial<Record<MediaKind, (bytes: Uint8Array, span: Span) => Cut>> = {
  gif: cutGif,
  mp4: cutMp4,
  webp: cutWebp,
}

/** Cuts a file whose header was checked (`shared/media/read-header.ts`). @throws MediaError */
export function cutMedia(kind: MediaKind, bytes: Uint8Array, span: Span): Cut {
  const cut = CUTTERS[kind]
  if (!cut) throw new MediaError('unsupported', 'This format is not cut here: GIF, WebP and MP4 are')
  return cut(bytes, span)
}
