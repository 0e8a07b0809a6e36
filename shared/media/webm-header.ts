import { own } from '../own.ts'
import { LIMITS, MediaError, type MediaHeader } from './limits.ts'
import { type PieceReader, type Walk, walkAll } from './piece-reader.ts'

/** Elements of a file at most: a film of 1000 frames with its sound has a few thousand. */
const ELEMENTS_MAX = 200_000

const broken = (message: string) => new MediaError('broken', message)

/** An element's id with its marker, and how many bytes follow; undefined where it says none (RFC 8794 4 to 6). */
type ElementHead = { id: string; size: number | undefined }

/** A number of a length that its first byte tells. `whole` has that mark too. */
function* lengthMarked(
  reader: PieceReader,
  longest: number,
): Walk<{ whole: number; value: number | undefined }> {
  yield* reader.need(1)
  const first = reader.u8()
  const more = Math.clz32(first) - 24
  if (more >= longest) throw broken('an element without an id or a size')
  yield* reader.need(more)
  // Without its mark: with it, a size of 8 bytes is more than a number holds exactly.
  let value = first & (0x7f >> more)
  let isOpen = value === 0x7f >> more
  let whole = first
  for (let left = more; left > 0; left--) {
    const byte = reader.u8()
    whole = whole * 256 + byte
    value = value * 256 + byte
    isOpen = isOpen && byte === 0xff
  }
  return { whole, value: isOpen ? undefined : value }
}

function* elementHead(reader: PieceReader): Walk<ElementHead | undefined> {
  if (!(yield* reader.has(1))) return undefined
  const { whole } = yield* lengthMarked(reader, 4)
  const { value } = yield* lengthMarked(reader, 8)
  return { id: whole.toString(16), size: value }
}

type Element = { id: string; data: Uint8Array }

/** The elements of one level. @throws MediaError */
function elements(bytes: Uint8Array): Element[] {
  const found: Element[] = []
  function* walk(reader: PieceReader): Walk<void> {
    for (let head = yield* elementHead(reader); head; head = yield* elementHead(reader))
      found.push({ id: head.id, data: reader.bytes(head.size ?? reader.left) })
  }
  walkAll(walk, bytes)
  return found
}

const first = (of: readonly Element[], id: string): Uint8Array | undefined =>
  of.find((element) => element.id === id)?.data

const textOf = (data: Uint8Array | undefined): string => String.fromCharCode(...(data ?? []).slice(0, 32))

function wholeOf(data: Uint8Array | undefined, otherwise = 0): number {
  if (!data) return otherwise
  if (data.byteLength > 8) throw broken('a number of more than 8 bytes')
  return data.reduce((value, byte) => value * 256 + byte, 0)
}

/** What is known of a film while it is walked. Times of blocks are in units of `unitNs`, `frameNs` is 0 where it isn't said. */
type Film = {
  track: number | undefined
  size: { width: number; height: number }
  isOpen: boolean
  unitNs: number
  frameNs: number
  cluster: number
  frames: number
  from: number
  to: number
}

/** What browsers decode in this container. */
const CODECS = /^V_(?:VP8|VP9|AV1)$/

function readTracks(data: Uint8Array, film: Film): void {
  const tracks = elements(data)
    .filter(({ id }) => id === 'ae')
    .map((track) => elements(track.data))
  const [track, ...more] = tracks.filter((each) => wholeOf(first(each, '83')) === 1)
  if (!track) throw broken('no video track')
  if (more.length > 0) throw new MediaError('unsupported', 'a WebM with several video tracks')
  if (!CODECS.test(textOf(first(track, '86'))))
    throw new MediaError('unsupported', 'a WebM may have VP8, VP9, or AV1, not another codec')
  const video = elements(first(track, 'e0') ?? new Uint8Array())
  film.track = wholeOf(first(track, 'd7'))
  film.size = { width: wholeOf(first(video, 'b0')), height: wholeOf(first(video, 'ba')) }
  film.isOpen = wholeOf(first(video, '53c0')) === 1
  film.frameNs = wholeOf(first(track, '23e383'))
}

/** A block begins with its track, its time after its cluster's, and flags (RFC 9559 10). */
function readBlock(data: Uint8Array, film: Film): void {
  function* walk(reader: PieceReader): Walk<void> {
    const { value } = yield* lengthMarked(reader, 8)
    if (value !== film.track) return
    const after = reader.u16be()
    const time = film.cluster + (after > 0x7fff ? after - 0x10000 : after)
    if (reader.u8() & 6) throw new MediaError('unsupported', 'a WebM with several frames in a block')
    film.from = Math.min(film.from, time)
    film.to = Math.max(film.to, time)
    film.frames++
  }
  walkAll(walk, data)
}

type Part = { read: (data: Uint8Array, film: Film) => void; bytes: number; isWhole?: true }

/** The elements that are read, and how many bytes of each. One that is read whole may have no more. */
const PARTS: Readonly<Record<string, Part>> = {
  // The file's own head: what is in the container.
  '1a45dfa3': {
    read(data) {
      if (textOf(first(elements(data), '4282')) !== 'webm')
        throw new MediaError('unknown-type', 'a Matroska file, but not a WebM')
    },
    bytes: 4096,
    isWhole: true,
  },
  '1549a966': {
    read(data, film) {
      film.unitNs = wholeOf(first(elements(data), '2ad7b1'), film.unitNs)
    },
    bytes: 65_536,
    isWhole: true,
  },
  '1654ae6b': { read: readTracks, bytes: 1024 * 1024, isWhole: true },
  e7: {
    read(data, film) {
      film.cluster = wholeOf(data)
    },
    bytes: 9,
    isWhole: true,
  },
  a1: { read: readBlock, bytes: 16 },
  a3: { read: readBlock, bytes: 16 },
}

/** The segment, its clusters and groups of blocks are walked through: of those that stream, no one knows the size. */
const ENTERED: ReadonlySet<string> = new Set(['18538067', '1f43b675', 'a0'])

function* readPart(reader: PieceReader, { id, size }: ElementHead, film: Film): Walk<void> {
  if (ENTERED.has(id)) return
  if (size === undefined) throw broken('an element without an end')
  const part = own(PARTS, id)
  const kept = Math.min(size, part?.bytes ?? 0)
  if (part?.isWhole && kept < size) throw new MediaError('too-large', `an element of ${size} bytes`)
  yield* reader.need(kept)
  part?.read(reader.bytes(kept), film)
  reader.skip(size - kept)
}

/**
 * Walks a WebM's elements (RFC 9559), at most to the first frame over the limit. How long it is its frames say, for files that
 * were recorded live tell nothing; one that ends inside an element is truncated.
 */
export function* walkWebm(reader: PieceReader): Walk<MediaHeader> {
  const film: Film = {
    ...{ track: undefined, size: { width: 0, height: 0 }, isOpen: false, unitNs: 1_000_000, frameNs: 0 },
    ...{ cluster: 0, frames: 0, from: Infinity, to: -Infinity },
  }
  for (let count = 0; film.frames <= LIMITS.frames; count++) {
    const head = yield* elementHead(reader)
    if (!head) break
    if (count > ELEMENTS_MAX) throw new MediaError('too-large', `more than ${ELEMENTS_MAX} elements`)
    yield* readPart(reader, head, film)
  }
  if (film.track === undefined) throw broken('no video track')
  return { ...film.size, frames: film.frames, durationMs: shownMs(film), isOpen: film.isOpen }
}

/** The last frame is shown as long as its track says, else as long as those before it. */
function shownMs({ frames, from, to, unitNs, frameNs }: Film): number {
  if (frames === 0) return 0
  const between = (to - from) * unitNs
  const last = frameNs || (frames > 1 ? between / (frames - 1) : 0)
  return Math.min(Math.round((between + last) / 1e6), Number.MAX_SAFE_INTEGER)
}
