import {
  checkBytes,
  checkLimits,
  kindOf,
  MediaError,
  type MediaHeader,
  type MediaKind,
} from '../../shared/media/limits.ts'
import { readHeader } from '../../shared/media/read-header.ts'
import type { Clip } from '../clip/clip.ts'
import { decodeFilm } from './decode-film.ts'
import { decodePng } from './decode-png.ts'
import { decodeWithSharp } from './decode-with-sharp.ts'

const DECODERS: Record<MediaKind, (bytes: Uint8Array, header: MediaHeader) => Promise<Clip>> = {
  gif: decodeWithSharp,
  webp: decodeWithSharp,
  png: decodePng,
  mp4: decodeFilm,
  mov: decodeFilm,
  webm: decodeFilm,
  // No upload may be one; sharp would read its first frame alone.
  avif: () => Promise.reject(new MediaError('unsupported', 'AVIF is made here, and not decoded')),
}

/** Decodes an untrusted file. Its claims are checked before a decoder runs (T27); every failure is a MediaError. */
export async function decodeClip(bytes: Uint8Array): Promise<Clip> {
  checkBytes(bytes.length)
  const kind = kindOf(bytes)
  const header = readHeader(kind, bytes)
  checkLimits(header, bytes.length, kind)
  try {
    return await DECODERS[kind](bytes, header)
  } catch (error) {
    if (error instanceof MediaError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new MediaError('broken', `the ${kind} cannot be decoded: ${why}`, { cause: error })
  }
}
