import { InputError } from '../../../shared/errors.ts'
import { type PieceReader, readerOf, type Walk, walkAll } from '../../../shared/media/piece-reader.ts'
import { shownDelayMs } from '../../../shared/media/shown-delay.ts'
import { type Cut, framesOfSpan, type Span } from '../span.ts'

type Frame = {
  delayMs: number
  isWhole: boolean
  /** Whether its pixels replace all others, transparent ones included. */
  replaces: boolean
  /** Whether its area is cleared when its time is over. */
  clears: boolean
  chunk: Uint8Array
}

/** Chunks without which an animation does not play as it did (RFC 9649, 2.7). Metadata about people stays behind. */
const KEPT = new Set(['VP8X', 'ICCP', 'ANIM'])
/** Flags of VP8X for what stays behind: Exif and XMP. */
const DROPPED_FLAGS = 0x08 | 0x04

/**
 * Cuts a WebP at its frames, which are copied as they are: they are too costly to decode here. Where the first frame shows what
 * earlier ones have left, the cut starts at the nearest frame before it that needs none.
 */
export function cutWebp(bytes: Uint8Array, span: Span): Cut {
  const { kept, frames } = readWebp(bytes)
  if (frames.length === 0) throw new InputError('The file does not move', { start: 'the file does not move' })
  const delays = frames.map(({ delayMs }) => shownDelayMs(delayMs))
  const { first, end, startMs, durationMs } = framesOfSpan(delays, span)
  const from = cleanStarts(frames).lastIndexOf(true, first)
  const earlier = delays.slice(from, first).reduce((sum, delay) => sum + delay, 0)
  const chunks = [...kept, ...frames.slice(from, end).map(({ chunk }) => chunk)]
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 4)
  return {
    pieces: [headOf(size), ...chunks],
    startMs: startMs - earlier,
    durationMs: durationMs + earlier,
    isExact: from === first,
  }
}

function headOf(size: number): Uint8Array {
  const head = new TextEncoder().encode('RIFF....WEBP')
  new DataView(head.buffer).setUint32(4, size, true)
  return head
}

/** For each frame, whether a player that starts there shows it and everything after it as one that came by. */
function cleanStarts(frames: readonly Frame[]): boolean[] {
  let isBlank = true
  return frames.map(({ isWhole, replaces, clears }) => {
    const isStart = isBlank || (isWhole && replaces)
    isBlank = clears && (isBlank || isWhole)
    return isStart
  })
}

function readWebp(bytes: Uint8Array): { kept: Uint8Array[]; frames: Frame[] } {
  const kept: Uint8Array[] = []
  const frames: Frame[] = []
  const canvas = { width: 0, height: 0 }
  function* walk(reader: PieceReader): Walk<void> {
    yield* reader.need(12)
    reader.skip(12)
    while (yield* reader.has(8)) {
      const start = bytes.byteLength - reader.left
      const name = reader.text(4)
      const length = reader.u32le()
      yield* reader.need(length)
      const data = reader.bytes(length)
      if (length % 2 === 1 && (yield* reader.has(1))) reader.skip(1)
      const chunk = evenChunk(bytes.subarray(start, start + 8 + length))
      if (name === 'VP8X') Object.assign(canvas, sizeOf(data, 4))
      if (name === 'VP8X') chunk[8] = (data[0] ?? 0) & ~DROPPED_FLAGS
      if (KEPT.has(name)) kept.push(chunk)
      if (name === 'ANMF') frames.push(frameOf(data, canvas, chunk))
    }
  }
  walkAll(walk, bytes)
  return { kept, frames }
}

/** A chunk with its padding; a copy only where that is missing, or where it is small and may be changed. */
function evenChunk(chunk: Uint8Array): Uint8Array {
  const length = chunk.byteLength + (chunk.byteLength % 2)
  if (length === chunk.byteLength && length > 64) return chunk
  const copy = new Uint8Array(length)
  copy.set(chunk)
  return copy
}

function sizeOf(data: Uint8Array, at: number): { width: number; height: number } {
  const reader = readerOf(data.subarray(at))
  return { width: reader.u24le() + 1, height: reader.u24le() + 1 }
}

/** A frame's head has its place and size, its time and two flags: 16 bytes (RFC 9649, 2.7.1.1). */
function frameOf(data: Uint8Array, canvas: { width: number; height: number }, chunk: Uint8Array): Frame {
  const reader = readerOf(data)
  const [left, top] = [reader.u24le(), reader.u24le()]
  const { width, height } = sizeOf(data, 6)
  reader.skip(6)
  const delayMs = reader.u24le()
  const flags = reader.u8()
  const isWhole = left === 0 && top === 0 && width === canvas.width && height === canvas.height
  // A lossy picture without an alpha chunk before it has no transparency.
  const isOpaque = reader.left >= 4 && reader.text(4) === 'VP8 '
  return { delayMs, isWhole, replaces: (flags & 2) !== 0 || isOpaque, clears: (flags & 1) !== 0, chunk }
}
