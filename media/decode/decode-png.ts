import sharp from 'sharp'
import { LIMITS } from '../../shared/media/limits.ts'
import { readPngHeader } from '../../shared/media/picture-headers.ts'
import { type Clip, type Frame, isTransparent, shownDelay } from '../clip/clip.ts'
import { decodeWithSharp } from './decode-with-sharp.ts'
import { type PngFrame, pngFrames } from './png-frames.ts'

type Part = { data: Buffer; width: number; height: number }

async function partOf(frame: PngFrame): Promise<Part> {
  const picture = sharp(frame.png, { failOn: 'error', limitInputPixels: LIMITS.pixels })
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Source over destination, both with straight alpha. */
function blendPixel(canvas: Buffer, to: number, part: Buffer, from: number): void {
  const above = part.readUInt8(from + 3) / 255
  const below = (canvas.readUInt8(to + 3) / 255) * (1 - above)
  const alpha = above + below
  if (alpha === 0) return
  for (let i = 0; i < 3; i++) {
    const mixed = (part.readUInt8(from + i) * above + canvas.readUInt8(to + i) * below) / alpha
    canvas.writeUInt8(Math.round(mixed), to + i)
  }
  canvas.writeUInt8(Math.round(alpha * 255), to + 3)
}

function draw(canvas: Buffer, stride: number, part: Part, frame: PngFrame): void {
  for (let row = 0; row < part.height; row++) {
    const to = (frame.y + row) * stride + frame.x * 4
    const from = row * part.width * 4
    if (frame.blend === 'replace') part.data.copy(canvas, to, from, from + part.width * 4)
    else for (let i = 0; i < part.width * 4; i += 4) blendPixel(canvas, to + i, part.data, from + i)
  }
}

function clear(canvas: Buffer, stride: number, part: Part, frame: PngFrame): void {
  for (let row = 0; row < part.height; row++) {
    const at = (frame.y + row) * stride + frame.x * 4
    canvas.fill(0, at, at + part.width * 4)
  }
}

/** Decodes PNG and APNG. libvips reads no animation from PNG, so frames are split and composed here. */
export async function decodePng(bytes: Uint8Array): Promise<Clip> {
  const parts = pngFrames(bytes)
  if (parts.length === 0) return decodeWithSharp(bytes)
  const { width, height } = readPngHeader(bytes)
  const canvas = Buffer.alloc(width * height * 4)
  const frames: Frame[] = []
  for (const frame of parts) {
    const part = await partOf(frame)
    const before = frame.dispose === 'restore' ? Buffer.from(canvas) : undefined
    draw(canvas, width * 4, part, frame)
    frames.push({ rgba: Uint8Array.from(canvas), delayMs: shownDelay(frame.delayMs) })
    if (before) before.copy(canvas)
    if (frame.dispose === 'clear') clear(canvas, width * 4, part, frame)
  }
  return { width, height, frames, transparent: isTransparent(frames) }
}
