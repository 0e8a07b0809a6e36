import { checkBytes, checkLimits, kindOf, MediaError, type MediaKind } from '../../shared/media/limits.ts'
import { readHeader } from '../../shared/media/read-header.ts'
import type { Clip } from '../clip/clip.ts'
import { decodeMp4 } from './decode-mp4.ts'
import { decodePng } from './decode-png.ts'
import { decodeWithSharp } from './decode-with-sharp.ts'

const DECODERS: Partial<Record<MediaKind, (bytes: Uint8Array) => Promise<Clip>>> = {
  gif: decodeWithSharp,
  webp: decodeWithSharp,
  png: decodePng,
  mp4: decodeMp4,
}

/** Decodes an untrusted file. Its claims are checked before a decoder runs (T27); every failure is a MediaError. */
export async function decodeClip(bytes: Uint8Array): Promise<Clip> {
  checkBytes(bytes.length)
  const kind = kindOf(bytes)
  checkLimits(readHeader(kind, bytes), bytes.length)
  const decode = DECODERS[kind]
  if (!decode) throw new MediaError('unsupported', `${kind} is not decoded here`)
  try {
    return await decode(bytes)
  } catch (error) {
    if (error instanceof MediaError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new MediaError('broken', `the ${kind} cannot be decoded: ${why}`, { cause: error })
  }
}
