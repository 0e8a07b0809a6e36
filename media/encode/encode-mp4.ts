import hme from 'h264-mp4-encoder'
import type { Clip, Frame } from '../clip/clip.ts'
import { frameRate } from './frame-rate.ts'

/** In frames. Trims cut at key frames, so there is one about every second. */
const KEY_FRAME_EVERY = 20

/** Draws a frame on white, as H.264 has no transparency; an odd last row or column is left out. */
function flatten({ rgba }: Frame, from: number, width: number, height: number): Uint8Array {
  const source = Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength)
  const out = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    source.copy(out, y * width * 4, y * from * 4, (y * from + width) * 4)
  }
  for (let i = 0; i < out.length; i += 4) {
    const alpha = out.readUInt8(i + 3)
    if (alpha === 255) continue
    for (let c = i; c < i + 3; c++)
      out.writeUInt8(255 + Math.round(((out.readUInt8(c) - 255) * alpha) / 255), c)
  }
  return out
}

/** H.264 baseline MP4 with even sides. `quantizer`: 10 (best) to 51 (smallest). */
export async function encodeMp4(clip: Clip, quantizer: number): Promise<Uint8Array> {
  const width = Math.max(2, clip.width & ~1)
  const height = Math.max(2, clip.height & ~1)
  const { rate, repeats } = frameRate(clip.frames.map((frame) => frame.delayMs))
  const encoder = await hme.createH264MP4Encoder()
  try {
    Object.assign(encoder, { width, height, frameRate: rate, groupOfPictures: KEY_FRAME_EVERY })
    encoder.quantizationParameter = quantizer
    encoder.initialize()
    clip.frames.forEach((frame, i) => {
      const flat = flatten(frame, clip.width, width, height)
      for (let shown = 0; shown < (repeats[i] ?? 1); shown++) encoder.addFrameRgba(flat)
    })
    encoder.finalize()
    const bytes = encoder.FS.readFile(encoder.outputFilename).slice()
    // The file system lives in memory and outlives the encoder.
    encoder.FS.unlink(encoder.outputFilename)
    return bytes
  } finally {
    encoder.delete()
  }
}
