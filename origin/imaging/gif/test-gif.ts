import { packPixels } from './lzw.ts'

/** A frame of a test's GIF: `pixels` are indexes into its colours, row by row as they are seen. */
export type TestFrame = {
  left: number
  top: number
  width: number
  height: number
  pixels: number[]
  disposal?: number
  open?: number | undefined
  delayMs?: number
  isInterlaced?: boolean
  /** The frame's own colours, as 0xrrggbb. */
  colours?: number[] | undefined
}

const u16 = (value: number) => [value & 0xff, value >> 8]
const rgb = (colour: number) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]

function tableOf(colours: readonly number[]): { bits: number; bytes: number[] } {
  const bits = Math.max(1, Math.ceil(Math.log2(colours.length)))
  const full = Array.from({ length: 1 << bits }, (_, index) => colours[index] ?? 0)
  return { bits, bytes: full.flatMap(rgb) }
}

/** The order in which an interlaced frame stores its rows. */
const interlaced = (height: number) =>
  [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ].flatMap(([first = 0, step = 1]) =>
    Array.from({ length: Math.max(Math.ceil((height - first) / step), 0) }, (_, i) => first + i * step),
  )

/** Writes a GIF frame by frame, as odd as a test wants it. */
export function testGif(
  width: number,
  height: number,
  colours: readonly number[],
  frames: readonly TestFrame[],
): Uint8Array<ArrayBuffer> {
  const table = tableOf(colours)
  const head = [...Buffer.from('GIF89a'), ...u16(width), ...u16(height), 0x80 | (table.bits - 1), 0, 0]
  const loop = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]
  const comment = [0x21, 0xfe, 5, ...Buffer.from('hello'), 0]
  const blocks = frames.flatMap((frame) => {
    const { left, top, disposal = 0, open, delayMs = 50, isInterlaced = false } = frame
    const own = frame.colours && tableOf(frame.colours)
    const control = [
      0x21,
      0xf9,
      4,
      (disposal << 2) | (open === undefined ? 0 : 1),
      ...u16(delayMs / 10),
      open ?? 0,
      0,
    ]
    const flags = (own ? 0x80 | (own.bits - 1) : 0) | (isInterlaced ? 0x40 : 0)
    const place = [0x2c, ...u16(left), ...u16(top), ...u16(frame.width), ...u16(frame.height), flags]
    const rows = isInterlaced ? interlaced(frame.height) : [...Array(frame.height).keys()]
    const pixels = rows.flatMap((row) => frame.pixels.slice(row * frame.width, (row + 1) * frame.width))
    const data = packPixels(Uint8Array.from(pixels), Math.max(2, own?.bits ?? table.bits))
    return [...control, ...place, ...(own?.bytes ?? []), ...data]
  })
  return Uint8Array.from([...head, ...table.bytes, ...loop, ...comment, ...blocks, 0x3b])
}
