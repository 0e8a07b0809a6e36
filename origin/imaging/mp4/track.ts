import { MediaError } from '../../../shared/media/limits.ts'
import { along, type Box, boxes, inside } from '../../../shared/media/mp4-boxes.ts'
import { type PieceReader, readerOf } from '../../../shared/media/piece-reader.ts'

/** Samples of one track: an hour of sound has 170,000. */
const SAMPLES_MAX = 200_000

/** A sample: where it is in the file, and its times in the track's units (ISO/IEC 14496-12 8.6). */
export type Sample = {
  at: number
  size: number
  decodeAt: number
  duration: number
  /** What its composition is later than its decoding, as the file has it. */
  offset: number
  isSync: boolean
}

export type Track = {
  box: Uint8Array
  /** Units of time a second. */
  scale: number
  samples: Sample[]
  /** Seconds of the presentation at which the track's time 0 is. */
  startS: number
}

/** The time at which a sample is seen, in seconds. */
export const shownAt = ({ scale, startS }: Track, { decodeAt, offset }: Sample): number =>
  startS + (decodeAt + offset) / scale

const broken = (what: string) => new MediaError('broken', what)

/** A box of which there is one, without its version and flags. */
function table(parent: Uint8Array, name: string): PieceReader | undefined {
  const [data] = inside(parent, name)
  if (!data) return undefined
  const reader = readerOf(data)
  reader.skip(4)
  return reader
}

/** The rows of a table, each to be read before the next: a number that is too large ends with the bytes. */
function* rows(reader: PieceReader | undefined): Generator<PieceReader> {
  if (!reader) return
  for (let count = reader.u32be(); count > 0; count--) yield reader
}

/** Where version 0 and 1 of a header have their units a second: after two times of 32 or 64 bits. */
export function headerScale(header: Uint8Array): { at: number; isLong: boolean; scale: number } {
  const isLong = header[0] === 1
  const at = isLong ? 20 : 12
  if (header.byteLength < at + (isLong ? 12 : 8)) throw broken('a header that is too short')
  return { at, isLong, scale: readerOf(header.subarray(at)).u32be() }
}

/** Reads all samples of a track. @param bytes the file @param movieScale units a second of the movie's own times */
export function readTrack(bytes: Uint8Array, box: Uint8Array, movieScale: number): Track {
  const [header] = along(box, 'mdia', 'mdhd')
  const [stbl] = along(box, 'mdia', 'minf', 'stbl')
  if (!header || !stbl) throw broken('a track without its tables')
  const { scale } = headerScale(header)
  if (scale === 0) throw broken('a track without a time scale')
  const sizes = sampleSizes(stbl)
  const places = samplePlaces(stbl, sizes)
  const times = sampleTimes(stbl, sizes.length)
  const offsets = sampleOffsets(stbl, sizes.length)
  const syncs = syncNumbers(stbl)
  const isKey = syncs ? (_: number, index: number) => syncs.has(index + 1) : keyPictures(bytes, stbl, sizes)
  const samples = sizes.map((size, index) => ({
    ...(times[index] as { decodeAt: number; duration: number }),
    at: places[index] ?? 0,
    size,
    offset: offsets[index] ?? 0,
    isSync: isKey(places[index] ?? 0, index),
  }))
  return { box, scale, samples, startS: editStart(box, scale, movieScale) }
}

function sampleSizes(stbl: Uint8Array): number[] {
  const reader = table(stbl, 'stsz')
  if (!reader) throw new MediaError('unsupported', 'a track without sample sizes')
  const equal = reader.u32be()
  const count = reader.u32be()
  if (count > SAMPLES_MAX) throw new MediaError('too-large', `${count} samples, over ${SAMPLES_MAX}`)
  return Array.from({ length: count }, () => equal || reader.u32be())
}

/** The numbers of the key frames, from 1 on. */
function syncNumbers(stbl: Uint8Array): Set<number> | undefined {
  const reader = table(stbl, 'stss')
  if (!reader) return undefined
  const numbers = new Set<number>()
  for (const row of rows(reader)) numbers.add(row.u32be())
  return numbers
}

/** A sample entry of video has so many bytes before its boxes (ISO/IEC 14496-12 12.1.3). */
const ENTRY_BYTES = 78
/** Types of a H.264 unit: a picture that needs others, and one that needs none (ITU-T H.264, table 7-1). */
const [DEPENDENT, INDEPENDENT] = [1, 5]

/** Without a table each sample is said to be a key frame. Some encoders leave it out all the same: H.264 samples tell. */
function keyPictures(bytes: Uint8Array, stbl: Uint8Array, sizes: readonly number[]) {
  const entries = boxes((inside(stbl, 'stsd')[0] ?? bytes.subarray(0, 0)).subarray(8))
  const [entry] = entries.filter(({ name }) => name === 'avc1' || name === 'avc3')
  const [config] = entry ? inside(entry.data.subarray(ENTRY_BYTES), 'avcC') : []
  const lengthBytes = ((config?.[4] ?? 3) & 3) + 1
  return (at: number, index: number): boolean =>
    !entry || isIndependent(bytes.subarray(at, at + (sizes[index] ?? 0)), lengthBytes)
}

function isIndependent(sample: Uint8Array, lengthBytes: number): boolean {
  for (let at = 0; at + lengthBytes < sample.byteLength; ) {
    const length = sample.subarray(at, at + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0)
    const type = (sample[at + lengthBytes] ?? 0) & 31
    if (type === INDEPENDENT || type === DEPENDENT) return type === INDEPENDENT
    at += lengthBytes + length
  }
  return false
}

function sampleTimes(stbl: Uint8Array, count: number): { decodeAt: number; duration: number }[] {
  const times: { decodeAt: number; duration: number }[] = []
  let decodeAt = 0
  for (const row of rows(table(stbl, 'stts'))) {
    const run = row.u32be()
    const duration = row.u32be()
    for (let i = 0; i < run && times.length < count; i++) {
      times.push({ decodeAt, duration })
      decodeAt += duration
    }
  }
  if (times.length < count) throw broken('samples without a time')
  return times
}

function sampleOffsets(stbl: Uint8Array, count: number): number[] {
  const offsets: number[] = []
  for (const row of rows(table(stbl, 'ctts'))) {
    const run = row.u32be()
    // Version 1 is signed; offsets of version 0 are smaller than 2^31.
    const offset = row.u32be() | 0
    for (let i = 0; i < run && offsets.length < count; i++) offsets.push(offset)
  }
  return offsets
}

/** The chunks begin where one table says, and another says how many samples are in each from a chunk on. */
function samplePlaces(stbl: Uint8Array, sizes: readonly number[]): number[] {
  const runs: { first: number; samples: number }[] = []
  for (const row of rows(table(stbl, 'stsc'))) {
    runs.push({ first: row.u32be(), samples: row.u32be() })
    row.skip(4)
  }
  const places: number[] = []
  let [chunk, run] = [0, 0]
  for (let at of chunkOffsets(stbl)) {
    chunk++
    while ((runs[run + 1]?.first ?? Infinity) <= chunk) run++
    for (let i = 0; i < (runs[run]?.samples ?? 0) && places.length < sizes.length; i++) {
      const size = sizes[places.length] ?? 0
      places.push(at)
      at += size
    }
  }
  if (places.length < sizes.length) throw broken('samples without a place')
  return places
}

function* chunkOffsets(stbl: Uint8Array): Generator<number> {
  for (const row of rows(table(stbl, 'stco'))) yield row.u32be()
  for (const row of rows(table(stbl, 'co64'))) yield row.u64be()
}

/** An edit list may begin with a pause, and then says which of the track's times the presentation begins with. */
function editStart(box: Uint8Array, scale: number, movieScale: number): number {
  const [list] = along(box, 'edts', 'elst')
  if (!list) return 0
  const isLong = list[0] === 1
  const reader = readerOf(list)
  reader.skip(4)
  let pause = 0
  for (const row of rows(reader)) {
    const length = isLong ? row.u64be() : row.u32be()
    const time = isLong ? (row.u32be() | 0) * 2 ** 32 + row.u32be() : row.u32be() | 0
    row.skip(4)
    if (time >= 0) return pause - time / scale
    pause += length / movieScale
  }
  return pause
}

/** A box by its path, which must be there. */
export function oneBox(parent: Uint8Array, name: string): Box {
  const found = boxes(parent).find((box) => box.name === name)
  if (!found) throw broken(`no box ${name}`)
  return found
}
