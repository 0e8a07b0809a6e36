import { MediaError, type MediaHeader } from './limits.ts'

import { type PieceReader, readerOf, type Walk, walkAll } from './piece-reader.ts'

/** The index of a file: an hour of film has less. Such boxes alone are kept while they are read. */
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

/** Whether a track is of a kind: `vide` for a film's pictures. */
export const isOf = (track: Uint8Array, kind: string): boolean =>
  along(track, 'mdia', 'hdlr').some(
    (handler) => handler.byteLength >= 12 && readerOf(handler.subarray(8)).text(4) === kind,
  )

export const isVideo = (track: Uint8Array): boolean => isOf(track, 'vide')

/**
 * The matrix and then width and height end the track header, as fixed point numbers. A film that was taken upright is turned
 * by the matrix where it is shown: its sides change places.
 */
export function trackSize(track: Uint8Array): { width: number; height: number } {
  const [header] = inside(track, 'tkhd')
  if (!header || header.byteLength < 84) throw new MediaError('broken', 'a video track without a header')
  const reader = readerOf(header.subarray(-44))
  const [across, down] = [reader.u32be(), reader.u32be()]
  const isTurned = across === 0 && down !== 0
  reader.skip(28)
  const width = reader.u16be()
  reader.skip(2)
  const height = reader.u16be()
  return isTurned ? { width: height, height: width } : { width, height }
}

/** The media header has a duration and its units a second, after two times; all of 32 or 64 bits. Zeros where the header is missing. */
export function trackTime(track: Uint8Array): { units: number; duration: number } {
  const [header] = along(track, 'mdia', 'mdhd')
  const isLong = header?.[0] === 1
  if (!header || header.byteLength < (isLong ? 36 : 24)) return { units: 0, duration: 0 }
  const reader = readerOf(header.subarray(isLong ? 20 : 12))
  return { units: reader.u32be(), duration: isLong ? reader.u64be() : reader.u32be() }
}

function trackMs(track: Uint8Array): number {
  const { units, duration } = trackTime(track)
  return units === 0 ? 0 : Math.min(Math.round((duration * 1000) / units), Number.MAX_SAFE_INTEGER)
}

/** How many samples a track has; undefined where it is in fragments. */
export function trackFrames(track: Uint8Array): number | undefined {
  const [sizes] = along(track, 'mdia', 'minf', 'stbl', 'stsz')
  return sizes && sizes.byteLength >= 12 ? readerOf(sizes.subarray(8)).u32be() : undefined
}

/** Size and sample count of the first video track. */
function readIndex(index: Uint8Array): MediaHeader {
  const track = inside(index, 'trak').find(isVideo)
  if (!track) throw new MediaError('broken', 'no video track')
  const frames = trackFrames(track)
  if (frames === undefined) throw new MediaError('unsupported', 'a fragmented MP4 file')
  return { ...trackSize(track), frames, durationMs: trackMs(track), isOpen: false }
}

/** Walks a file's boxes and keeps the first of each of these names; a file that ends inside a box is truncated. */
export function* keepBoxes(reader: PieceReader, names: readonly string[]): Walk<Map<string, Uint8Array>> {
  const kept = new Map<string, Uint8Array>()
  for (let head = yield* boxHead(reader); head; head = yield* boxHead(reader)) {
    const { name, size } = head
    if (names.includes(name) && !kept.has(name)) {
      if (size === undefined || size > INDEX_MAX) throw new MediaError('too-large', 'an index over 4 MiB')
      yield* reader.need(size)
      kept.set(name, reader.bytes(size))
    } else if (size === undefined) {
      break
    } else reader.skip(size)
  }
  return kept
}

/** Walks an MP4's boxes. */
export function* walkMp4(reader: PieceReader): Walk<MediaHeader> {
  const index = (yield* keepBoxes(reader, ['moov'])).get('moov')
  if (!index) throw new MediaError('broken', 'no video track')
  return readIndex(index)
}

/** Size, frames and duration of an MP4 that is all there. @throws MediaError */
export const readMp4Header = (bytes: Uint8Array): MediaHeader => walkAll(walkMp4, bytes)
