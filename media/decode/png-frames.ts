import { crc32 } from 'node:zlib'
import { ByteReader } from './byte-reader.ts'
import { pngChunks } from './png-chunks.ts'

export type PngFrame = {
  x: number
  y: number
  delayMs: number
  dispose: 'keep' | 'clear' | 'restore'
  blend: 'replace' | 'over'
  /** A whole PNG of the frame's own size. */
  png: Buffer
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const DISPOSE = ['keep', 'clear', 'restore'] as const
/** Chunks that change how pixels are read, so each frame's PNG needs them. */
const SHARED = new Set(['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT'])

function chunk(name: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length, 0)
  out.write(name, 4, 'latin1')
  out.set(data, 8)
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8)
  return out
}

type Open = { control: Buffer; data: Buffer[] }

function toFrame({ control, data }: Open, header: Buffer, shared: Buffer[]): PngFrame {
  const reader = new ByteReader(control)
  reader.skip(4)
  const ownHeader = Buffer.from(header)
  ownHeader.set(reader.bytes(8), 0)
  const [x, y, amount, unit] = [reader.u32be(), reader.u32be(), reader.u16be(), reader.u16be()]
  const [dispose, blend] = [reader.u8(), reader.u8()]
  const parts = [SIGNATURE, chunk('IHDR', ownHeader), ...shared, chunk('IDAT', Buffer.concat(data))]
  return {
    x,
    y,
    // A denominator of 0 means hundredths of a second (PNG 3rd edition, 11.3.6.2).
    delayMs: Math.round((amount * 1000) / (unit || 100)),
    dispose: DISPOSE[dispose] ?? 'keep',
    blend: blend === 1 ? 'over' : 'replace',
    png: Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]),
  }
}

/** Splits an APNG into PNGs that any decoder reads; empty for a PNG without animation. */
export function pngFrames(bytes: Uint8Array): PngFrame[] {
  const shared: Buffer[] = []
  const open: Open[] = []
  let header: Buffer = Buffer.alloc(13)
  for (const { name, data } of pngChunks(bytes)) {
    if (SHARED.has(name)) shared.push(chunk(name, data))
    if (name === 'IHDR') header = data
    if (name === 'fcTL') open.push({ control: data, data: [] })
    // A default picture before the first control is no frame of the animation.
    if (name === 'IDAT') open.at(-1)?.data.push(data)
    if (name === 'fdAT') open.at(-1)?.data.push(data.subarray(4))
  }
  return open.map((frame) => toFrame(frame, header, shared))
}
