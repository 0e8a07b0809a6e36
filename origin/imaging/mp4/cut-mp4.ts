import { LIMITS, MediaError } from '../../../shared/media/limits.ts'
import { along, boxes, inside } from '../../../shared/media/mp4-boxes.ts'
import { isVideo } from '../../../shared/media/mp4-header.ts'
import { readerOf } from '../../../shared/media/piece-reader.ts'
import { afterEnd, type Cut, type Span } from '../span.ts'
import { headerScale, oneBox, readTrack, type Sample, shownAt, type Track } from './track.ts'
import { boxOf, joinedBoxes, runsOf, tableOf, words } from './write-boxes.ts'

/** Times are sums of fractions: this much earlier is the same frame. */
const SAME_S = 0.0005

/** The samples of a track that stay, and when the first of them is seen, in seconds of the whole file. */
type Part = { track: Track; samples: Sample[]; startS: number }

/** Samples that follow each other in the file that is cut. */
type Chunk = { samples: Sample[]; at: number; size: number }

/**
 * Cuts an MP4: from the last key frame at or before the start to the first frame after the end on which nothing before it
 * depends. Samples are copied as they are, pictures and sound; texts and other tracks stay behind.
 */
export function cutMp4(bytes: Uint8Array, span: Span): Cut {
  const moov = oneBox(bytes, 'moov').data
  const movie = oneBox(moov, 'mvhd').data
  const { scale } = headerScale(movie)
  if (scale === 0) throw new MediaError('broken', 'a movie without a time scale')
  const tracks = inside(moov, 'trak')
  const videoBox = tracks.find(isVideo)
  if (!videoBox) throw new MediaError('broken', 'no video track')
  const video = readTrack(bytes, videoBox, scale)
  const { kept, startS, endS, isExact } = cutVideo(video, span)
  const sounds = tracks.filter(isSound).map((box) => readTrack(bytes, box, scale))
  const parts = [
    { track: video, samples: kept, startS },
    ...sounds.flatMap((track) => cutSound(track, startS, endS)),
  ]
  return {
    pieces: fileOf(bytes, { movie, scale, parts, startS, durationS: endS - startS }),
    startMs: Math.max(startS * 1000, 0),
    durationMs: (endS - startS) * 1000,
    isExact,
  }
}

const isSound = (track: Uint8Array): boolean =>
  along(track, 'mdia', 'hdlr').some(
    (data) => data.byteLength >= 12 && readerOf(data.subarray(8)).text(4) === 'soun',
  )

function cutVideo(track: Track, { startMs, endMs }: Span) {
  const { samples, scale } = track
  const shown = samples.map((sample) => shownAt(track, sample))
  const endOf = (index: number) => (shown[index] ?? 0) + (samples[index]?.duration ?? 0) / scale
  const wanted = startMs / 1000 + SAME_S
  const fileEnd = samples.reduce((end, _, index) => Math.max(end, endOf(index)), 0)
  if (wanted >= fileEnd) throw afterEnd(fileEnd * 1000)
  const keys = samples.flatMap(({ isSync }, index) => (isSync ? [index] : []))
  const first = keys.findLast((index) => (shown[index] ?? 0) <= wanted) ?? keys[0]
  if (first === undefined) throw new MediaError('unsupported', 'a film without a key frame')
  const end = cleanEnd(shown, first, endMs / 1000 - SAME_S)
  const startS = shown[first] ?? 0
  const kept = samples.slice(first, end)
  const endS = kept.reduce((latest, _, index) => Math.max(latest, endOf(first + index)), startS)
  // The frame that was asked for is the last one that begins by then.
  const frame = shown.reduce((latest, at) => (at <= wanted && at > latest ? at : latest), startS)
  return { kept, startS, endS, isExact: frame === startS }
}

/** The first sample after `first` that is seen at or after `endS`, as all that follow, and before which all else is seen. */
function cleanEnd(shown: readonly number[], first: number, endS: number): number {
  let end = shown.length
  let earliest = Infinity
  const latestBefore: number[] = []
  shown.reduce((latest, at, index) => {
    latestBefore[index] = latest
    return index >= first ? Math.max(latest, at) : latest
  }, -Infinity)
  for (let index = shown.length - 1; index > first; index--) {
    earliest = Math.min(earliest, shown[index] ?? 0)
    if (earliest < endS) break
    if ((latestBefore[index] ?? 0) < earliest) end = index
  }
  return end
}

/** Sound has no key frames: what is heard between the two. None of a track that has nothing there. */
function cutSound(track: Track, startS: number, endS: number): Part[] {
  const samples = track.samples.filter((sample) => {
    const at = shownAt(track, sample)
    return at + sample.duration / track.scale > startS + SAME_S && at < endS - SAME_S
  })
  const [first] = samples
  return first ? [{ track, samples, startS: shownAt(track, first) }] : []
}

type Movie = { movie: Uint8Array; scale: number; parts: Part[]; startS: number; durationS: number }

function fileOf(bytes: Uint8Array, movie: Movie): Uint8Array[] {
  const chunked = movie.parts.map(({ samples }) => chunksOf(samples))
  const order = chunked.flat().toSorted((a, b) => a.at - b.at)
  const size = order.reduce((sum, chunk) => sum + chunk.size, 0)
  if (size > LIMITS.bytes) throw new MediaError('broken', 'samples that share their bytes')
  if (order.some((chunk) => chunk.at + chunk.size > bytes.byteLength)) {
    throw new MediaError('truncated', 'the file ends before its samples')
  }
  const ftyp = boxOf('ftyp', oneBox(bytes, 'ftyp').data)
  // How long the index is does not depend on the places that it has.
  const before = ftyp.byteLength + moovOf(movie, chunked, new Map()).byteLength + 8
  const places = new Map<Chunk, number>()
  let at = before
  for (const chunk of order) {
    places.set(chunk, at)
    at += chunk.size
  }
  const data = order.map((chunk) => bytes.subarray(chunk.at, chunk.at + chunk.size))
  const head = joinedBoxes([words([size + 8]), new TextEncoder().encode('mdat')])
  return [ftyp, moovOf(movie, chunked, places), head, ...data]
}

function chunksOf(samples: readonly Sample[]): Chunk[] {
  const chunks: Chunk[] = []
  for (const sample of samples) {
    const last = chunks.at(-1)
    if (last && last.at + last.size === sample.at) {
      last.samples.push(sample)
      last.size += sample.size
    } else chunks.push({ samples: [sample], at: sample.at, size: sample.size })
  }
  return chunks
}

function moovOf(
  { movie, scale, parts, startS, durationS }: Movie,
  chunked: Chunk[][],
  places: Map<Chunk, number>,
) {
  const length = Math.round(durationS * scale)
  const { at, isLong } = headerScale(movie)
  const tracks = parts.map((part, index) => {
    const chunks = chunked[index] ?? []
    return trackOf(part, { length, scale, startS, chunks, places })
  })
  return boxOf('moov', boxOf('mvhd', withDuration(movie, at + 4, isLong, length)), ...tracks)
}

type Placed = { length: number; scale: number; startS: number; chunks: Chunk[]; places: Map<Chunk, number> }

function trackOf(
  { track, samples, startS: ownStart }: Part,
  { length, scale, startS, chunks, places }: Placed,
) {
  const [tkhd, mdia] = [oneBox(track.box, 'tkhd').data, oneBox(track.box, 'mdia').data]
  const [mdhd, minf] = [oneBox(mdia, 'mdhd').data, oneBox(mdia, 'minf').data]
  const stbl = oneBox(minf, 'stbl').data
  const own = headerScale(mdhd)
  const units = samples.reduce((sum, { duration }) => sum + duration, 0)
  const isLong = tkhd[0] === 1
  const first = samples[0] as Sample
  // Sound may begin later than the picture: a pause. Or earlier: what is before the cut is not heard.
  const pause = Math.max(Math.round((ownStart - startS) * scale), 0)
  const skipped = Math.max(Math.round((startS - ownStart) * track.scale), 0)
  const begins = Math.max(first.offset + skipped, 0)
  const edits = [...(pause > 0 ? [[pause, -1, 0x10000]] : []), [length - pause, begins, 0x10000]]
  return boxOf(
    'trak',
    boxOf('tkhd', withDuration(tkhd, isLong ? 28 : 20, isLong, length)),
    boxOf('edts', tableOf('elst', edits)),
    boxOf(
      'mdia',
      boxOf('mdhd', withDuration(mdhd, own.at + 4, own.isLong, units)),
      boxOf('hdlr', oneBox(mdia, 'hdlr').data),
      boxOf(
        'minf',
        ...boxes(minf).flatMap(({ name, data }) => (name === 'stbl' ? [] : [boxOf(name, data)])),
        stblOf(stbl, samples, chunks, places),
      ),
    ),
  )
}

function stblOf(stbl: Uint8Array, samples: readonly Sample[], chunks: Chunk[], places: Map<Chunk, number>) {
  const hasOffsets = samples.some(({ offset }) => offset !== 0)
  const isSparse = samples.some(({ isSync }) => !isSync)
  const version = samples.some(({ offset }) => offset < 0) ? 1 : 0
  const counts = chunks.map(({ samples }, index) => [index + 1, samples.length, 1])
  const syncs = samples.flatMap(({ isSync }, index) => (isSync ? [[index + 1]] : []))
  return boxOf(
    'stbl',
    boxOf('stsd', oneBox(stbl, 'stsd').data),
    tableOf('stts', runsOf(samples.map(({ duration }) => duration))),
    ...(hasOffsets ? [tableOf('ctts', runsOf(samples.map(({ offset }) => offset)), version)] : []),
    ...(isSparse ? [tableOf('stss', syncs)] : []),
    tableOf('stsc', counts),
    boxOf('stsz', words([0, 0, samples.length]), words(samples.map(({ size }) => size))),
    tableOf(
      'stco',
      chunks.map((chunk) => [places.get(chunk) ?? 0]),
    ),
  )
}

/** A copy of a header with another duration, in its own units. */
function withDuration(header: Uint8Array, at: number, isLong: boolean, duration: number): Uint8Array {
  const copy = Uint8Array.from(header)
  const view = new DataView(copy.buffer)
  if (copy.byteLength < at + (isLong ? 8 : 4)) throw new MediaError('broken', 'a header that is too short')
  if (isLong) view.setBigUint64(at, BigInt(duration))
  else view.setUint32(at, Math.min(duration, 0xffffffff))
  return copy
}
