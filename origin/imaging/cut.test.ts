import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { apng, movingSquare } from '../../media/clip/test-clips.ts'
import { decodeClip } from '../../media/decode/decode-clip.ts'
import { encodeMp4 } from '../../media/encode/encode-mp4.ts'
import { encodeWebp } from '../../media/encode/encode-webp.ts'
import { AppError } from '../../shared/errors.ts'
import { LIMITS, MediaError, type MediaKind } from '../../shared/media/limits.ts'
import { inside } from '../../shared/media/mp4-boxes.ts'
import { isVideo } from '../../shared/media/mp4-header.ts'
import { MediaWalk } from '../../shared/media/read-header.ts'
import { testGif } from '../../test/fixtures/library/test-gif.ts'
import { cutMedia } from './cut.ts'
import { oneBox, readTrack, type Sample, shownAt } from './mp4/track.ts'
import { boxOf, joinedBoxes, tableOf, words } from './mp4/write-boxes.ts'

const files: Partial<Record<MediaKind, Uint8Array>> = {}
const file = (kind: MediaKind): Uint8Array => files[kind] ?? new Uint8Array()

beforeAll(async () => {
  const full = { left: 0, top: 0, width: 8, height: 6, pixels: Array(48).fill(1) }
  const spot = { ...full, width: 2, height: 2, pixels: [2, 3, 2, 3] }
  files.gif = testGif(
    8,
    6,
    [0, 0xff0000, 0xff00, 0xff],
    [full, spot, { ...spot, left: 4, disposal: 3, open: 3 }, spot],
  )
  files.webp = await encodeWebp(movingSquare({ frames: 12 }), 70)
  files.mp4 = await encodeMp4(movingSquare({ width: 64, height: 32, frames: 90, delayMs: 40 }), 30)
  const frame = { x: 0, y: 0, width: 8, height: 6, colour: [255, 0, 0, 255], dispose: 0, blend: 0 }
  files.png = apng(8, 6, [frame, frame])
})

function walked(bytes: Uint8Array) {
  const walk = new MediaWalk()
  walk.push(bytes)
  return walk.end()
}

function cut(bytes: Uint8Array, startMs: number, endMs: number) {
  const { kind } = walked(bytes)
  const { pieces, ...rest } = cutMedia(kind, bytes, { startMs, endMs })
  const out = joinedBoxes(pieces)
  return { ...rest, bytes: out, header: walked(out) }
}

describe('§7 a film is cut at its key frames, and the answer says where', () => {
  const videoOf = (bytes: Uint8Array) => {
    const moov = oneBox(bytes, 'moov').data
    const [box = new Uint8Array()] = inside(moov, 'trak').filter(isVideo)
    return readTrack(bytes, box, 1000)
  }
  const dataOf = (bytes: Uint8Array, samples: readonly Sample[]) =>
    samples.map(({ at, size }) => Buffer.from(bytes.subarray(at, at + size)).toString('hex'))

  it('starts at the key frame before, ends at the frame asked for, and copies what is between', () => {
    const whole = videoOf(file('mp4')).samples
    // Our own encoder writes no table of key frames: they are known by their data.
    const keys = whole.flatMap(({ isSync }, index) => (isSync ? [index] : []))
    expect(keys.slice(0, 3)).toEqual([0, 20, 40])
    const part = cut(file('mp4'), 1000, 2000)
    expect(part).toMatchObject({ isExact: false, header: { kind: 'mp4', width: 64, height: 32 } })
    expect(part.startMs).toBeCloseTo(800, 0)
    expect(part.startMs + part.durationMs).toBeCloseTo(2000, 0)
    expect(part.header.durationMs).toBeCloseTo(part.durationMs, -1)
    const { samples } = videoOf(part.bytes)
    expect(dataOf(part.bytes, samples)).toEqual(dataOf(file('mp4'), whole.slice(20, 50)))
    expect(samples.flatMap(({ isSync }, index) => (isSync ? [index] : []))).toEqual([0, 20])
    expect(cut(file('mp4'), 800, 2000)).toMatchObject({ isExact: true })
    expect(cut(file('mp4'), 0, Infinity).header.frames).toBe(whole.length)
    expect(() => cut(file('mp4'), 3700, 4000)).toThrow('start is after the end')
  })

  it('keeps pictures that are seen in another order, edit lists, and the sound of the same time', () => {
    // Shown 0 3 1 2 | 4 7 5 6, each a second, all of it a second later; key frames are 0 and 4. Sound: ten of 0.7 s.
    const bytes = oddMovie({
      video: {
        sizes: [50, 40, 30, 20, 51, 41, 31, 21],
        offsets: [1, 3, 0, 0, 1, 3, 0, 0],
        keys: [1, 5],
        begin: 1,
      },
      sound: { sizes: Array(10).fill(7), duration: 700 },
    })
    const { samples } = videoOf(bytes)
    const whole = { ...videoOf(bytes) }
    expect(samples.map((sample) => shownAt(whole, sample))).toEqual([0, 3, 1, 2, 4, 7, 5, 6])
    const part = cut(bytes, 5500, 6000)
    // 7 is stored before 5 and 6: it stays, and so does 6.
    expect(part).toMatchObject({ startMs: 4000, durationMs: 4000, isExact: false })
    const video = videoOf(part.bytes)
    expect(video.samples.map((sample) => shownAt(video, sample))).toEqual([0, 3, 1, 2])
    const [, sound = new Uint8Array()] = inside(oneBox(part.bytes, 'moov').data, 'trak')
    const heard = readTrack(part.bytes, sound, 1000)
    expect(dataOf(part.bytes, heard.samples)).toEqual(dataOf(bytes, soundOf(bytes).samples.slice(5)))
    // The sample from 3.5 to 4.2 s is heard from its middle on.
    expect(heard.startS).toBeCloseTo(-0.5, 3)
    // A clean end between the two groups.
    expect(cut(bytes, 0, 4000)).toMatchObject({ startMs: 0, durationMs: 4000, isExact: true })
  })

  const soundOf = (bytes: Uint8Array) =>
    readTrack(bytes, inside(oneBox(bytes, 'moov').data, 'trak')[1] ?? new Uint8Array(), 1000)
})

describe('§7 a WebP is cut at its frames', () => {
  it('shows what the whole shows from the frame at which it says that it starts', async () => {
    const whole = await decodeClip(file('webp'))
    let exact = 0
    for (let first = 0; first < 12; first++) {
      const part = cut(file('webp'), first * 80, (first + 3) * 80)
      const from = part.startMs / 80
      expect(from).toBeLessThanOrEqual(first)
      expect(part.isExact).toBe(from === first)
      if (part.isExact) exact++
      const { frames } = await decodeClip(part.bytes)
      const wanted = whole.frames.slice(from, Math.min(first + 3, 12))
      expect(frames.length).toBe(wanted.length)
      for (const [index, { rgba }] of frames.entries())
        expect(Buffer.from(rgba).equals(wanted[index]?.rgba ?? rgba)).toBe(true)
    }
    expect(exact).toBeGreaterThan(0)
  })
})

it('an APNG is refused as unsupported', () => {
  expect(() => cut(file('png'), 0, 100)).toThrow(expect.objectContaining({ reason: 'unsupported' }))
})

describe('T27: damaged files', () => {
  const kinds = ['gif', 'webp', 'mp4'] as const
  const anyDamage = fc.array(fc.tuple(fc.nat(100_000), fc.nat(255)), { maxLength: 12 })

  it.each(kinds)('%s: a cut within the limits or a refusal, never another failure', (kind) => {
    let cuts = 0
    fc.assert(
      fc.property(
        anyDamage,
        fc.nat(100_000),
        fc.nat(4000),
        fc.nat(4000),
        (damage, length, start, duration) => {
          const bytes = Uint8Array.from(file(kind))
          for (const [at, value] of damage) bytes[at % bytes.length] = value
          const end = length % 3 === 0 ? length % bytes.length : bytes.length
          try {
            const part = cut(bytes.subarray(0, end), start, start + duration + 1)
            expect(part.bytes.byteLength).toBeLessThanOrEqual(LIMITS.bytes + 1024 * 1024)
            cuts++
          } catch (error) {
            if (!(error instanceof MediaError || error instanceof AppError)) throw error
          }
        },
      ),
      { numRuns: 1500 },
    )
    expect(cuts).toBeGreaterThan(30)
  })

  it('numbers of rows that no table has end with the table', () => {
    for (const name of ['stts', 'stsc', 'stss', 'stco', 'ctts', 'stsz', 'elst']) {
      const bytes = Uint8Array.from(file('mp4'))
      const at = Buffer.from(bytes).indexOf(name)
      if (at < 0) continue
      new DataView(bytes.buffer).setUint32(at + (name === 'stsz' ? 12 : 8), 0xffffffff)
      try {
        cut(bytes, 0, 1000)
      } catch (error) {
        expect(error).toBeInstanceOf(MediaError)
      }
    }
  })
})

type OddMovie = {
  video: { sizes: number[]; offsets: number[]; keys: number[]; begin: number }
  sound: { sizes: number[]; duration: number }
}

/** A movie of a second a picture, in thousandths; its media begin with the pictures, then the sound. */
function oddMovie({ video, sound }: OddMovie): Uint8Array {
  const ftyp = boxOf('ftyp', new TextEncoder().encode('mp42'), words([0]))
  const sum = (sizes: number[]) => sizes.reduce((a, b) => a + b, 0)
  const [pictures, sounds] = [sum(video.sizes), sum(sound.sizes)]
  const data = Uint8Array.from({ length: pictures + sounds }, (_, at) => (at * 31) & 0xff)
  const start = ftyp.byteLength + 8
  const head = (scale: number) => words([0, 0, 0, scale, 0, 0])
  const tkhd = (width: number, height: number) =>
    words([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...Array(9).fill(0), width << 16, height << 16])
  const hdlr = (kind: string) =>
    joinedBoxes([words([0, 0]), new TextEncoder().encode(kind), words([0, 0, 0])])
  const track = (
    kind: string,
    sizes: number[],
    at: number,
    duration: number,
    extra: Uint8Array[],
    edits: Uint8Array[],
  ) =>
    boxOf(
      'trak',
      boxOf('tkhd', tkhd(kind === 'vide' ? 16 : 0, kind === 'vide' ? 16 : 0)),
      ...edits,
      boxOf(
        'mdia',
        boxOf('mdhd', head(1000)),
        boxOf('hdlr', hdlr(kind)),
        boxOf(
          'minf',
          boxOf(
            'stbl',
            boxOf('stsd', words([0, 0])),
            tableOf('stts', [[sizes.length, duration]]),
            ...extra,
            tableOf('stsc', [
              [1, 3, 1],
              [3, 100, 1],
            ]),
            boxOf('stsz', words([0, 0, sizes.length, ...sizes])),
            tableOf('stco', [[at], [at + sum(sizes.slice(0, 3))], [at + sum(sizes.slice(0, 6))]]),
          ),
        ),
      ),
    )
  const extra = [
    tableOf(
      'ctts',
      video.offsets.map((offset) => [1, offset * 1000]),
    ),
    tableOf(
      'stss',
      video.keys.map((key) => [key]),
    ),
  ]
  const edit = boxOf('edts', tableOf('elst', [[8000, video.begin * 1000, 0x10000]]))
  const moov = boxOf(
    'moov',
    boxOf('mvhd', head(1000)),
    track('vide', video.sizes, start, 1000, extra, [edit]),
    track('soun', sound.sizes, start + pictures, sound.duration, [], []),
  )
  return joinedBoxes([ftyp, boxOf('mdat', data), moov])
}
