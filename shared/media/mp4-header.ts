import { MediaError, type MediaHeader } from './limits.ts'

import { type PieceReader, readerOf, type Walk, walkAll } from './piece-reader.ts'

/** The index of a file: an hour of film has less. It is the one box that is kept while it is read. */
const INDEX_MAX = 4 * 1024 * 1024

/** A box's name, and what is in it. */
export type Box = { name: string; data: Uint8Array }

/** A box's name, and the bytes that follow; `undefined` for the rest of the file (ISO/IEC 14496-12 4.2). */
type BoxHead = { name: string; size: number | undefined }

/** Size 1 means that a 64-bit size follows, 0 the rest of the file. Undefined at the end of the file. */
function* boxHead(reader: PieceReader): Walk<BoxHead | undefined> {
  if (!(yield* reader.has(8))) return undefined
  const short = reader.u32be()
  const name = reader.text(4)
  if (short === 0) return { name, size: undefined }
  if (short === 1) yield* reader.need(8)
  const size = short === 1 ? reader.u64be() - 16 : short - 8
  if (size < 0) throw new MediaError('broken', `box ${name} of ${size + 8} bytes`)
  return { name, size }
}

/** The boxes of one level. @throws MediaError */
export function boxes(bytes: Uint8Array): Box[] {
  const found: Box[] = []
  function* walk(reader: PieceReader): Walk<void> {
    for (let head = yield* boxHead(reader); head; head = yield* boxHead(reader)) {
      found.push({ name: head.name, data: reader.bytes(head.size ?? reader.left) })
    }
  }
  walkAll(walk, bytes)
  return found
}

/** What is in the boxes of a name. */
export const inside = (data: Uint8Array, name: string): Uint8Array[] =>
  boxes(data)
    .filter((box) => box.name === name)
    .map((box) => box.data)

export const along = (data: Uint8Array, ...path: string[]): Uint8Array[] =>
  path.reduce<Uint8Array[]>((found, name) => found.flatMap((box) => inside(box, name)), [data])

export const isVideo = (track: Uint8Array): boolean =>
  along(track, 'mdia', 'hdlr').some(
    (handler) => handler.byteLength >= 12 && readerOf(handler.subarray(8)).text(4) === 'vide',
  )

/** Width and height end the track header as 16.16 fixed point numbers. */
function trackSize(track: Uint8Array): { width: number; height: number } {
  const [header] = inside(track, 'tkhd')
  if (!header || header.byteLength < 84) throw new MediaError('broken', 'a video track without a header')
  const reader = readerOf(header.subarray(-8))
  const width = reader.u16be()
  reader.skip(2)
  return { width, height: reader.u16be() }
}

/** The media header has a duration and its units a second, after two times; all of 32 or 64 bits. */
function trackMs(track: Uint8Array): number {
  const [header] = along(track, 'mdia', 'mdhd')
  if (!header || header.byteLength < 24) return 0
  const isLong = header[0] === 1
  if (isLong && header.byteLength < 36) return 0
  const reader = readerOf(header.subarray(isLong ? 20 : 12))
  const units = reader.u32be()
  const duration = isLong ? reader.u64be() : reader.u32be()
  return units === 0 ? 0 : Math.min(Math.round((duration * 1000) / units), Number.MAX_SAFE_INTEGER)
}

/** Size and sample count of the first video track. */
function readIndex(index: Uint8Array): MediaHeader {
  const track = inside(index, 'trak').find(isVideo)
  if (!track) throw new MediaError('broken', 'no video track')
  const [sizes] = along(track, 'mdia', 'minf', 'stbl', 'stsz')
  if (!sizes || sizes.byteLength < 12) throw new MediaError('unsupported', 'a fragmented MP4 file')
  const frames = readerOf(sizes.subarray(8)).u32be()
  return { ...trackSize(track), frames, durationMs: trackMs(track), isOpen: false }
}

/** Walks an MP4's boxes; one that ends inside a box is truncated. */
export function* walkMp4(reader: PieceReader): Walk<MediaHeader> {
  let header: MediaHeader | undefined
  for (let head = yield* boxHead(reader); head; head = yield* boxHead(reader)) {
    const { name, size } = head
    if (name === 'moov' && !header) {
      if (size === undefined || size > INDEX_MAX) throw new MediaError('too-large', 'an index over 4 MiB')
      yield* reader.need(size)
      header = readIndex(reader.bytes(size))
    } else if (size === undefined) {
      break
    } else reader.skip(size)
  }
  if (!header) throw new MediaError('broken', 'no video track')
  return header
}

/** Size, frames and duration of an MP4 that is all there. @throws MediaError */
export const readMp4Header = (bytes: Uint8Array): MediaHeader => walkAll(walkMp4, bytes)
