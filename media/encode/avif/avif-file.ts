import type { Av1Stream } from './av1-stream.ts'

/** An animation to be written: its colours, its transparency, how long each frame lasts, how often it plays (0 for ever). */
export type AvifParts = {
  width: number
  height: number
  colour: Av1Stream
  alpha?: Av1Stream
  delaysMs: readonly number[]
  loops: number
}

type Part = Uint8Array | string | number[]

const bytes = (part: Part): Uint8Array =>
  typeof part === 'string' ? Buffer.from(part, 'latin1') : Uint8Array.from(part)
const u16 = (...values: number[]) => values.flatMap((value) => [(value >>> 8) & 255, value & 255])
const u32 = (...values: number[]) => values.flatMap((value) => u16(value >>> 16, value & 0xffff))
const u64 = (value: number) => u32(Math.floor(value / 2 ** 32), value)
const FOR_EVER = u32(0xffffffff, 0xffffffff)

function box(name: string, ...parts: Part[]): Uint8Array {
  const data = Buffer.concat(parts.map(bytes))
  return Buffer.concat([bytes(u32(data.length + 8)), bytes(name), data])
}

const full = (name: string, version: number, flags: number, ...parts: Part[]) =>
  box(name, u32(version * 2 ** 24 + flags), ...parts)

/** Units a second of all times. */
const SCALE = 1000
const UNIT_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** BT.709 primaries, sRGB transfer, BT.709 matrix, limited range: what `av1.ts` makes, since Chromium reads a sequence so whatever it says (ISO/IEC 23091-2). */
const COLOURS = box('colr', 'nclx', u16(1, 13, 1), [0])
const ALPHA = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0'

const handler = (kind: string) => full('hdlr', 0, 0, u32(0), kind, u32(0, 0, 0), [0])

/** Where the samples of a track lie: one place a chunk, and how many samples each has. */
type Places = { offsets: number[]; counts: number[] }

/** Frames of a chunk of colours or transparency after the first: their places would else be a twelfth of a small file. */
const TOGETHER = 8

/** The first frame as a picture of its own, for what reads no animation (HEIF 6.2). */
function pictureBoxes({ width, height, colour, alpha }: AvifParts, places: Places[]): Uint8Array {
  const streams = alpha ? [colour, alpha] : [colour]
  const entries = streams.map((stream, i) =>
    Buffer.concat([
      bytes(u16(i + 1, 0, 1)),
      bytes(u32(places[i]?.offsets[0] ?? 0, stream.samples[0]?.length ?? 0)),
    ]),
  )
  const infos = streams.map((_, i) => full('infe', 2, 0, u16(i + 1, 0), 'av01', [0]))
  const size = full('ispe', 0, 0, u32(width, height))
  const properties = [size, full('pixi', 0, 0, [3, 8, 8, 8]), box('av1C', colour.config), COLOURS]
  if (alpha) properties.push(full('pixi', 0, 0, [1, 8]), box('av1C', alpha.config), full('auxC', 0, 0, ALPHA))
  const owned = [u16(1).concat(4, 1, 2, 0x83, 4), u16(2).concat(4, 1, 5, 0x86, 7)].slice(0, streams.length)
  return full(
    'meta',
    0,
    0,
    handler('pict'),
    full('pitm', 0, 0, u16(1)),
    full('iloc', 0, 0, [0x44, 0], u16(streams.length), ...entries),
    full('iinf', 0, 0, u16(streams.length), ...infos),
    ...(alpha ? [full('iref', 0, 0, box('auxl', u16(2, 1, 1)))] : []),
    box('iprp', box('ipco', ...properties), full('ipma', 0, 0, u32(owned.length), ...owned)),
  )
}

/** Equal values in a row, as their number and the value. */
function runs(values: readonly number[]): [count: number, value: number][] {
  const found: [number, number][] = []
  for (const value of values) {
    const last = found.at(-1)
    if (last?.[1] === value) last[0]++
    else found.push([1, value])
  }
  return found
}

function sampleTable(parts: AvifParts, stream: Av1Stream, { offsets, counts }: Places, isAlpha: boolean) {
  const times = runs(parts.delaysMs)
  const { samples, keys, config } = stream
  let chunk = 1
  const chunks = runs(counts).map(([length, count]) => {
    const from = chunk
    chunk += length
    return [from, count, 1]
  })
  const entry = box(
    'av01',
    u32(0).concat(u16(0, 1)),
    new Array<number>(16).fill(0),
    u16(parts.width, parts.height),
    u32(0x480000, 0x480000, 0).concat(u16(1)),
    new Array<number>(32).fill(0),
    u16(0x18, 0xffff),
    box('av1C', config),
    isAlpha ? full('auxi', 0, 0, ALPHA) : COLOURS,
    full('ccst', 0, 0, [0x7c, 0, 0, 0]),
  )
  return box(
    'stbl',
    full('stsd', 0, 0, u32(1), entry),
    full('stts', 0, 0, u32(times.length, ...times.flat())),
    full('stsc', 0, 0, u32(chunks.length, ...chunks.flat())),
    full('stsz', 0, 0, u32(0, samples.length, ...samples.map(({ length }) => length))),
    full('stco', 0, 0, u32(offsets.length, ...offsets)),
    full('stss', 0, 0, u32(keys.length, ...keys.map((key) => key + 1))),
  )
}

/** A track. Its edit list repeats what it plays until its duration is over (ISO/IEC 14496-12 8.6.6). */
function track(parts: AvifParts, stream: Av1Stream, places: Places, isAlpha: boolean): Uint8Array {
  const duration = parts.delaysMs.reduce((sum, delay) => sum + delay, 0)
  const lasts = parts.loops === 0 ? FOR_EVER : u64(duration * parts.loops)
  const id = isAlpha ? 2 : 1
  return box(
    'trak',
    full(
      'tkhd',
      1,
      1,
      u32(0, 0, 0, 0, id, 0).concat(lasts),
      u32(0, 0, 0, 0),
      UNIT_MATRIX,
      u16(parts.width, 0, parts.height, 0),
    ),
    ...(isAlpha ? [box('tref', box('auxl', u32(1)))] : []),
    box('edts', full('elst', 1, parts.loops === 1 ? 0 : 1, u32(1).concat(u64(duration), u64(0), u16(1, 0)))),
    box(
      'mdia',
      full('mdhd', 1, 0, u32(0, 0, 0, 0, SCALE).concat(u64(duration)), u16(0x55c4, 0)),
      handler(isAlpha ? 'auxv' : 'pict'),
      box(
        'minf',
        full('vmhd', 0, 1, u16(0, 0, 0, 0)),
        box('dinf', full('dref', 0, 0, u32(1), full('url ', 0, 1))),
        sampleTable(parts, stream, places, isAlpha),
      ),
    ),
  )
}

function headOf(parts: AvifParts, places: Places[]): Uint8Array {
  const { colour, alpha, delaysMs, loops } = parts
  const duration = delaysMs.reduce((sum, delay) => sum + delay, 0)
  const streams = alpha ? [colour, alpha] : [colour]
  const lasts = loops === 0 ? FOR_EVER : u64(duration * loops)
  const movie = full(
    'mvhd',
    1,
    0,
    u32(0, 0, 0, 0, SCALE).concat(lasts, u32(0x10000), u16(0x100, 0), u32(0, 0), UNIT_MATRIX),
    u32(0, 0, 0, 0, 0, 0, streams.length + 1),
  )
  // Whole colours are of another profile (AVIF 8).
  return Buffer.concat([
    box('ftyp', 'avis', u32(0), `avifavismsf1iso8mif1miaf${(colour.config[1] ?? 0) >> 5 ? 'MA1A' : 'MA1B'}`),
    pictureBoxes(parts, places),
    box(
      'moov',
      movie,
      ...streams.map((stream, i) => track(parts, stream, places[i] as Places, stream === alpha)),
    ),
  ])
}

/** Colours lie in one piece; with transparency the first frame does, then some of each in turn. */
function chunksOf({ colour, alpha }: AvifParts): Uint8Array[][] {
  if (!alpha) return [colour.samples]
  const starts = [0, 1]
  for (let at = 1 + TOGETHER; at < colour.samples.length; at += TOGETHER) starts.push(at)
  return starts.flatMap((at, i) => [colour, alpha].map(({ samples }) => samples.slice(at, starts[i + 1])))
}

/** Where each track's chunks lie in a file whose data start here. */
function placesFrom(start: number, parts: AvifParts): Places[] {
  const tracks = parts.alpha ? 2 : 1
  const places: Places[] = Array.from({ length: tracks }, () => ({ offsets: [], counts: [] }))
  let at = start
  for (const [i, samples] of chunksOf(parts).entries()) {
    places[i % tracks]?.offsets.push(at)
    places[i % tracks]?.counts.push(samples.length)
    at += samples.reduce((sum, { length }) => sum + length, 0)
  }
  return places
}

/**
 * An AVIF image sequence (AV1 Image File Format 3): exact delays and loops, which ffmpeg's own muxer does not keep.
 */
export function avifFile(parts: AvifParts): Uint8Array {
  const before = headOf(parts, placesFrom(0, parts)).length + 8
  return Buffer.concat([headOf(parts, placesFrom(before, parts)), box('mdat', ...chunksOf(parts).flat())])
}
