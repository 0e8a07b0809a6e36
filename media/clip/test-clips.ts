import { crc32, deflateSync } from 'node:zlib'
import type { Clip } from './clip.ts'

type Shape = { width?: number; height?: number; frames?: number; delayMs?: number; hole?: boolean }

/** A square that moves over a ground; with `hole` the ground is transparent. */
export function movingSquare(shape: Shape = {}): Clip {
  const { width = 40, height = 24, frames = 4, delayMs = 80, hole = false } = shape
  const draw = (i: number): Uint8Array => {
    const rgba = Buffer.alloc(width * height * 4)
    for (let at = 0; at < width * height; at++) {
      const [x, y] = [at % width, Math.floor(at / width)]
      const inside = x >= i * 3 && x < i * 3 + 8 && y >= 4 && y < 12
      const ground = hole ? [0, 0, 0, 0] : [30, 60, 200, 255]
      rgba.set(inside ? [250, 120, 40, 255] : ground, at * 4)
    }
    return rgba
  }
  const all = Array.from({ length: frames }, (_, i) => ({ rgba: draw(i), delayMs }))
  return { width, height, frames: all, transparent: hole }
}

function chunk(name: string, data: Buffer): Buffer {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length)
  out.write(name, 4, 'latin1')
  data.copy(out, 8)
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8)
  return out
}

export type ApngFrame = {
  x: number
  y: number
  width: number
  height: number
  colour: number[]
  dispose: number
  blend: number
}

/** An APNG of plainly coloured frames, for what sharp cannot write. */
export function apng(width: number, height: number, frames: readonly ApngFrame[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames.length)
  const parts = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('acTL', control)]
  let sequence = 0
  const numbered = (data: Buffer): Buffer => {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(sequence++)
    return Buffer.concat([number, data])
  }
  frames.forEach((frame, i) => {
    const place = Buffer.alloc(22)
    const numbers = [frame.width, frame.height, frame.x, frame.y]
    for (const [at, value] of numbers.entries()) place.writeUInt32BE(value, at * 4)
    place.writeUInt16BE(5, 16)
    place.writeUInt16BE(0, 18)
    place.set([frame.dispose, frame.blend], 20)
    parts.push(chunk('fcTL', numbered(place)))
    const row = Buffer.from([0, ...Array.from({ length: frame.width }, () => frame.colour).flat()])
    const data = deflateSync(Buffer.concat(Array.from({ length: frame.height }, () => row)))
    parts.push(i === 0 ? chunk('IDAT', data) : chunk('fdAT', numbered(data)))
  })
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))])
}
