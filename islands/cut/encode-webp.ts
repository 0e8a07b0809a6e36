import { joined } from '../../shared/net/bytes.ts'
import type { Encoder } from './encoder.ts'

/** Of lossy pictures, from 0 to 1. */
const QUALITY = 0.9

const HEADER_BYTES = 12
const CHUNK_BYTES = 8
/** What a frame is made of; metadata are left out. */
const PICTURES: readonly string[] = ['ALPH', 'VP8 ', 'VP8L']
/** VP8X: an animation, whose pixels may be open (RFC 9649 2.7.1). */
const FLAGS = 0x12
/** ANMF: the frame takes the place of the one before (RFC 9649 2.7.1.1). */
const NO_BLENDING = 0x02

/** A number in the lowest bytes first. */
const bytesOf = (value: number, bytes: number): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) % 256)

function chunk(name: string, ...parts: Uint8Array[]): Uint8Array {
  const data = joined(parts)
  return joined([
    Uint8Array.from(name, (char) => char.charCodeAt(0)),
    bytesOf(data.byteLength, 4),
    data,
    new Uint8Array(data.byteLength % 2),
  ])
}

/** The chunks of a still WebP that have its pixels. */
export function pictureChunks(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const found: Uint8Array[] = []
  for (let at = HEADER_BYTES; at + CHUNK_BYTES <= file.byteLength; ) {
    const name = String.fromCharCode(...file.subarray(at, at + 4))
    const size = view.getUint32(at + 4, true)
    const end = at + CHUNK_BYTES + size + (size % 2)
    if (PICTURES.includes(name)) found.push(file.subarray(at, end))
    at = end
  }
  return joined(found)
}

type WebpFrame = { picture: Uint8Array; ms: number }

/** A looping WebP of frames that each fill it. */
export function animatedWebp(
  width: number,
  height: number,
  frames: readonly WebpFrame[],
): Uint8Array<ArrayBuffer> {
  const size = joined([bytesOf(width - 1, 3), bytesOf(height - 1, 3)])
  const body = joined([
    Uint8Array.from('WEBP', (char) => char.charCodeAt(0)),
    chunk('VP8X', bytesOf(FLAGS, 4), size),
    chunk('ANIM', new Uint8Array(6)),
    ...frames.map(({ picture, ms }) =>
      chunk('ANMF', new Uint8Array(6), size, bytesOf(ms, 3), bytesOf(NO_BLENDING, 1), picture),
    ),
  ])
  return joined([Uint8Array.from('RIFF', (char) => char.charCodeAt(0)), bytesOf(body.byteLength, 4), body])
}

/** A frame as this browser's encoder writes it; another type where it has none. */
export const stillWebp = (canvas: OffscreenCanvas): Promise<Blob> =>
  canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })

/** Writes a looping WebP frame by frame: it keeps half open pixels, which a GIF has not. */
export function webpEncoder(canvas: OffscreenCanvas): Encoder {
  const frames: WebpFrame[] = []
  return {
    async add(_context, { duration }) {
      const file = new Uint8Array(await (await stillWebp(canvas)).arrayBuffer())
      frames.push({ picture: pictureChunks(file), ms: Math.round(duration * 1000) })
    },
    end: async () => new Blob([animatedWebp(canvas.width, canvas.height, frames)], { type: 'image/webp' }),
  }
}
