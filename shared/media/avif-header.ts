import { LIMITS, MediaError, type MediaHeader } from './limits.ts'
import { along, boxes, inside } from './mp4-boxes.ts'
import { isOf, keepBoxes, trackFrames, trackSize, trackTime } from './mp4-header.ts'
import { type PieceReader, readerOf, type Walk } from './piece-reader.ts'
import { shownDelayMs } from './shown-delay.ts'

const broken = (message: string) => new MediaError('broken', message)

/** The version and flags that some boxes begin with. */
const FULL = 4

/**
 * Walks an AVIF: a sequence is the one track of pictures in its index, a still the item in its `meta`. The first brand says
 * which of them browsers show, so a file that has a sequence must say so.
 * https://aomediacodec.github.io/av1-avif/
 */
export function* walkAvif(reader: PieceReader): Walk<MediaHeader> {
  const kept = yield* keepBoxes(reader, ['ftyp', 'meta', 'moov'])
  const tracks = inside(kept.get('moov') ?? new Uint8Array(), 'trak')
  const pictures = tracks.filter((track) => isOf(track, 'pict'))
  const [track] = pictures
  if (!track) return readStill(kept.get('meta'))
  if (readerOf(kept.get('ftyp') ?? new Uint8Array()).text(4) === 'avif')
    throw broken('a sequence in a file that says it is a still')
  if (pictures.length > 1) throw new MediaError('unsupported', 'an AVIF of several sequences')
  return readSequence(
    track,
    tracks.filter((other) => isOf(other, 'auxv')),
  )
}

/** Every size that the file says must be the same: which one a decoder goes by is its own affair. */
function oneSize(sizes: readonly { width: number; height: number }[]): { width: number; height: number } {
  const [size] = sizes
  if (!size) throw broken('no picture in the file')
  if (sizes.some(({ width, height }) => width !== size.width || height !== size.height))
    throw new MediaError('unsupported', 'an AVIF of several sizes')
  return size
}

/** The size in a track's AV1 sample entry (ISO/IEC 14496-12 12.1.3). */
function entrySize(track: Uint8Array): { width: number; height: number } {
  const [entries] = along(track, 'mdia', 'minf', 'stbl', 'stsd')
  const [entry, ...more] = boxes((entries ?? new Uint8Array()).subarray(FULL + 4))
  if (entry?.name !== 'av01' || more.length > 0) throw broken('pictures that are no AV1')
  const reader = readerOf(entry.data)
  reader.skip(24)
  return { width: reader.u16be(), height: reader.u16be() }
}

/** How long each frame is shown (ISO/IEC 14496-12 8.6.1.2), at most to the first one over the limit. */
function shownMs(track: Uint8Array, frames: number): number {
  const [times] = along(track, 'mdia', 'minf', 'stbl', 'stts')
  const { units } = trackTime(track)
  if (!times || units === 0) throw broken('frames without a time')
  const reader = readerOf(times.subarray(FULL))
  let [timed, ms] = [0, 0]
  for (let left = reader.u32be(); left > 0 && timed <= LIMITS.frames; left--) {
    const count = reader.u32be()
    timed += count
    ms += count * shownDelayMs((reader.u32be() * 1000) / units)
  }
  if (timed !== frames) throw broken('a time for other frames than there are')
  return Math.min(Math.round(ms), Number.MAX_SAFE_INTEGER)
}

function readSequence(track: Uint8Array, alphas: readonly Uint8Array[]): MediaHeader {
  const frames = trackFrames(track)
  if (frames === undefined) throw broken('no frame in the file')
  if (alphas.some((alpha) => trackFrames(alpha) !== frames))
    throw broken('transparency for other frames than there are')
  const all = [track, ...alphas]
  const size = oneSize(all.flatMap((each) => [trackSize(each), entrySize(each)]))
  // Counts over the limit are refused by it, and their times are not read.
  const durationMs = frames > LIMITS.frames ? 0 : shownMs(track, frames)
  return { ...size, frames, durationMs, isOpen: alphas.length > 0 }
}

/** The properties of a still's items (ISO/IEC 23008-12 6.5): those of its transparency have its size too. */
function readStill(meta: Uint8Array | undefined): MediaHeader {
  const properties = along((meta ?? new Uint8Array()).subarray(FULL), 'iprp', 'ipco').flatMap(boxes)
  const named = (name: string) => properties.filter((box) => box.name === name).map(({ data }) => data)
  if (named('av1C').length === 0) throw broken('no AV1 picture in the file')
  if (named('irot').length + named('clap').length > 0)
    throw new MediaError('unsupported', 'an AVIF that is turned or cut when it is shown')
  const sizes = named('ispe').map((data) => {
    const reader = readerOf(data.subarray(FULL))
    return { width: reader.u32be(), height: reader.u32be() }
  })
  const isOpen = named('auxC').some((data) => String.fromCharCode(...data.subarray(0, 64)).includes(':alpha'))
  return { ...oneSize(sizes), frames: 1, durationMs: 0, isOpen }
}
