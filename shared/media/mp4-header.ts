import { MediaError, type MediaHeader } from './limits.ts'
import { along, type Box, boxHead, inside } from './mp4-boxes.ts'
import { fragmentedTrack, samplesOf } from './mp4-fragments.ts'
import { type PieceReader, readerOf, type Walk, walkAll } from './piece-reader.ts'

/** The index of a file: an hour of film has less. Such boxes alone are kept while they are read. */
const INDEX_MAX = 4 * 1024 * 1024

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

const inMs = (duration: number, units: number): number =>
  units === 0 ? 0 : Math.min(Math.round((duration * 1000) / units), Number.MAX_SAFE_INTEGER)

/** How many samples a track has in its index; undefined where that has no table of them. */
export function trackFrames(track: Uint8Array): number | undefined {
  const [sizes] = along(track, 'mdia', 'minf', 'stbl', 'stsz')
  return sizes && sizes.byteLength >= 12 ? readerOf(sizes.subarray(8)).u32be() : undefined
}

/** Walks a file's boxes and hands over those of these names; a file that ends inside a box is truncated. */
function* takeBoxes(reader: PieceReader, names: readonly string[], take: (box: Box) => void): Walk<void> {
  for (let head = yield* boxHead(reader); head; head = yield* boxHead(reader)) {
    const { name, size } = head
    if (names.includes(name)) {
      if (size === undefined || size > INDEX_MAX) throw new MediaError('too-large', 'an index over 4 MiB')
      yield* reader.need(size)
      take({ name, data: reader.bytes(size) })
    } else if (size === undefined) {
      break
    } else reader.skip(size)
  }
}

/** Walks a file's boxes and keeps the first of each of these names. */
export function* keepBoxes(reader: PieceReader, names: readonly string[]): Walk<Map<string, Uint8Array>> {
  const kept = new Map<string, Uint8Array>()
  yield* takeBoxes(reader, names, ({ name, data }) => {
    if (!kept.has(name)) kept.set(name, data)
  })
  return kept
}

/** A film's index: its first video track, and what of it is in fragments, as recorders and phones write. */
function readIndex(index: Uint8Array) {
  const track = inside(index, 'trak').find(isVideo)
  if (!track) throw new MediaError('broken', 'no video track')
  const frames = trackFrames(track) ?? 0
  const units = frames > 0 ? trackTime(track).duration : 0
  return { track, fragmented: fragmentedTrack(index, track), found: { frames, units } }
}

/** Walks an MP4's boxes: its index, which is before its fragments if it has any. */
export function* walkMp4(reader: PieceReader): Walk<MediaHeader> {
  let film: ReturnType<typeof readIndex> | undefined
  yield* takeBoxes(reader, ['moov', 'moof'], ({ name, data }) => {
    if (name === 'moov') film ??= readIndex(data)
    else if (film?.fragmented) {
      const { frames, units } = samplesOf(data, film.fragmented)
      film.found.frames += frames
      film.found.units += units
    }
  })
  if (!film) throw new MediaError('broken', 'no video track')
  const { track, found } = film
  const { units, duration } = trackTime(track)
  const durationMs = inMs(found.units || duration, units)
  return { ...trackSize(track), frames: found.frames, durationMs, isOpen: false }
}

/** Size, frames and duration of an MP4 that is all there. @throws MediaError */
export const readMp4Header = (bytes: Uint8Array): MediaHeader => walkAll(walkMp4, bytes)
