import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import hme from 'h264-mp4-encoder'
import type { Clip, Frame } from '../clip/clip.ts'
import { ffmpegEncoders, runFfmpeg } from '../ffmpeg/ffmpeg.ts'
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

/** Even sides, a whole number of frames a second, and how often each frame is written. */
type Film = { width: number; height: number; rate: number; frames: { rgba: Uint8Array; repeats: number }[] }

function filmOf(clip: Clip): Film {
  const width = Math.max(2, clip.width & ~1)
  const height = Math.max(2, clip.height & ~1)
  const { rate, repeats } = frameRate(clip.frames.map((frame) => frame.delayMs))
  const frames = clip.frames.map((frame, i) => ({
    rgba: flatten(frame, clip.width, width, height),
    repeats: repeats[i] ?? 1,
  }))
  return { width, height, rate, frames }
}

/** Fewer pixels in all frames are encoded before another program has started. */
const WORTH_IT = 100_000
/** x264's scale of quality for a quantizer that looks the same. */
const X264_BETTER = 6
const X264 = ['-c:v', 'libx264', '-preset', 'slow', '-tune', 'animation', '-profile:v', 'high', '-bf', '0']
const COLOURS = [
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-colorspace',
  'bt709',
  '-color_range',
  'tv',
]
const TO_PLANES =
  'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p'

async function withX264({ width, height, rate, frames }: Film, quantizer: number): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'loopframe-'))
  try {
    const file = join(folder, 'film.mp4')
    const input = Buffer.concat(
      frames.flatMap(({ rgba, repeats }) => new Array<Uint8Array>(repeats).fill(rgba)),
    )
    const from = [
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgba',
      '-s',
      `${width}x${height}`,
      '-framerate',
      String(rate),
    ]
    const quality = ['-crf', String(quantizer - X264_BETTER), '-g', String(KEY_FRAME_EVERY), '-threads', '2']
    const to = [...X264, ...quality, ...COLOURS, '-movflags', '+faststart', file]
    await runFfmpeg([...from, '-i', 'pipe:0', '-vf', TO_PLANES, ...to], { input, most: 0 })
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function withOwn({ width, height, rate, frames }: Film, quantizer: number): Promise<Uint8Array> {
  const encoder = await hme.createH264MP4Encoder()
  try {
    Object.assign(encoder, { width, height, frameRate: rate, groupOfPictures: KEY_FRAME_EVERY })
    encoder.quantizationParameter = quantizer
    encoder.initialize()
    for (const { rgba, repeats } of frames) {
      for (let shown = 0; shown < repeats; shown++) encoder.addFrameRgba(rgba)
    }
    encoder.finalize()
    const bytes = encoder.FS.readFile(encoder.outputFilename).slice()
    // The file system lives in memory and outlives the encoder.
    encoder.FS.unlink(encoder.outputFilename)
    return bytes
  } finally {
    encoder.delete()
  }
}

/** H.264 MP4 with even sides, by x264 where ffmpeg has it and it does not fail. `quantizer`: 10 (best) to 51 (smallest). */
export async function encodeMp4(clip: Clip, quantizer: number): Promise<Uint8Array> {
  const film = filmOf(clip)
  const pixels = film.width * film.height * film.frames.length
  if (pixels < WORTH_IT || !ffmpegEncoders()?.has('libx264')) return withOwn(film, quantizer)
  return withX264(film, quantizer).catch(() => withOwn(film, quantizer))
}
