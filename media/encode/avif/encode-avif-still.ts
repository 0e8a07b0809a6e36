import sharp from 'sharp'
import type { Clip } from '../../clip/clip.ts'
import { decodeWithSharp } from '../../decode/decode-with-sharp.ts'
import { isAlike, looksOf } from '../likeness.ts'

/** Qualities that are tried, from the least bytes on. */
const QUALITIES = [38, 50, 62, 76]

/** The AVIF of fewest bytes that looks like a clip's only frame, in less than `most` bytes; undefined where there's none. */
export async function encodeAvifStill(clip: Clip, most: number): Promise<Uint8Array | undefined> {
  const { width, height, frames } = clip
  const raw = { width, height, channels: 4 } as const
  for (const quality of QUALITIES) {
    const avif = await sharp(frames[0]?.rgba as Uint8Array, { raw })
      .avif({ quality, chromaSubsampling: '4:2:0', effort: 4 })
      .toBuffer()
    if (avif.length >= most) return undefined
    if (isAlike(looksOf(clip, await decodeWithSharp(avif)))) return avif
  }
  return undefined
}
