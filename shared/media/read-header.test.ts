import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { apng, movingSquare } from '../../media/clip/test-clips.ts'
import { encodeGif } from '../../media/encode/encode-gif.ts'
import { encodeMp4 } from '../../media/encode/encode-mp4.ts'
import { encodeWebp } from '../../media/encode/encode-webp.ts'
import { fragmentedMp4, sizedAvif, sizedMov, sizedWebm } from '../../test/fixtures/library/sized-media.ts'
import { LIMITS, MediaError } from './limits.ts'
import { MediaWalk, readHeader } from './read-header.ts'

const KINDS = ['gif', 'webp', 'png', 'mp4', 'avif', 'webm', 'mov'] as const
const samples: Record<string, Uint8Array> = {}

beforeAll(async () => {
  samples.gif = encodeGif(movingSquare(), 255)
  samples.webp = await encodeWebp(movingSquare({ hole: true }), 70)
  samples.mp4 = await encodeMp4(movingSquare(), 30)
  const frame = { x: 0, y: 0, width: 8, height: 6, colour: [255, 0, 0, 255], dispose: 0, blend: 0 }
  samples.avif = sizedAvif({ width: 48, height: 32 }, { isOpen: true })
  samples.webm = sizedWebm({ width: 48, height: 32, frames: 9 })
  samples.mov = sizedMov({ width: 64, height: 32 })
  samples.png = apng(8, 6, [frame, { ...frame, colour: [0, 0, 255, 255] }])
})

const sample = (name: string): Uint8Array => samples[name] ?? new Uint8Array()

function walked(bytes: Uint8Array, pieceBytes: number) {
  const walk = new MediaWalk()
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) walk.push(bytes.subarray(at, at + pieceBytes))
  return walk.end()
}

describe('T27: a file is walked while it arrives', () => {
  it.each(KINDS)('%s: pieces of any size give what the whole gives', (kind) => {
    const bytes = sample(kind)
    const whole = { ...readHeader(kind, bytes), kind, bytes: bytes.byteLength }
    for (const size of [1, 7, 64, 4096, bytes.byteLength]) expect(walked(bytes, size)).toEqual(whole)
    expect(whole.durationMs).toBeGreaterThan(0)
  })

  it.each(KINDS)('%s: cut anywhere it is refused, or says the same of a shorter animation', (kind) => {
    const bytes = sample(kind)
    const { width, height } = readHeader(kind, bytes)
    let refused = 0
    for (let length = 1; length < bytes.byteLength - 1; length += 13) {
      try {
        expect(walked(bytes.subarray(0, length), 50)).toMatchObject({ width, height })
      } catch (error) {
        expect(error).toBeInstanceOf(MediaError)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(bytes.byteLength / 13 - 12)
  })

  it('keeps little of a file: 24 MB of GIF blocks are walked in pieces, at once', () => {
    const block = new Uint8Array(256).fill(1)
    block[0] = 255
    const piece = new Uint8Array(256 * 256)
    for (let at = 0; at < piece.byteLength; at += 256) piece.set(block, at)
    const walk = new MediaWalk()
    const gif = sample('gif')
    const start = gif.indexOf(0x2c)
    walk.push(gif.subarray(0, start + 11))
    const begin = performance.now()
    for (let count = 0; count < 366; count++) walk.push(piece)
    expect(performance.now() - begin).toBeLessThan(5000)
    walk.push(Uint8Array.of(0, 0x3b))
    expect(walk.end()).toMatchObject({ frames: 1 })
  })

  it('says transparency of a WebP, and refuses at the piece that shows too much', () => {
    expect(walked(sample('webp'), 99).isOpen).toBe(true)
    expect(walked(sample('gif'), 99).isOpen).toBe(false)
    const huge = Uint8Array.from(sample('png'))
    new DataView(huge.buffer).setUint32(16, 60000)
    expect(() => walked(huge, 64)).toThrow(expect.objectContaining({ reason: 'too-large' }))
  })
})

/** A copy with numbers in other places: what its boxes and blocks say is no longer so. */
function bent(
  bytes: Uint8Array,
  changes: readonly (readonly [number, number])[],
  length: number,
): Uint8Array {
  const copy = bytes.slice(0, Math.max(1, Math.ceil(bytes.byteLength * length)))
  for (const [at, value] of changes) copy[Math.floor(at * copy.byteLength)] = value
  return copy
}

describe('T27: whatever bytes say, a walk ends with what is within the limits, or refuses the file', () => {
  const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const changes = fc.array(fc.tuple(place, fc.integer({ min: 0, max: 255 })), { maxLength: 12 })

  it.each(KINDS)('%s with bytes changed and cut anywhere', (kind) => {
    fc.assert(
      fc.property(changes, fc.oneof(fc.constant(1), place), (bytes, length) => {
        try {
          const { width, height, frames, durationMs } = walked(bent(sample(kind), bytes, length), 4096)
          expect(Math.max(width, height)).toBeLessThanOrEqual(LIMITS.side)
          expect(frames).toBeLessThanOrEqual(LIMITS.frames)
          expect(durationMs).toBeGreaterThanOrEqual(0)
        } catch (error) {
          if (!(error instanceof MediaError)) throw error
        }
      }),
      { numRuns: 400 },
    )
  })
})

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset)
const placeOf = (bytes: Uint8Array, name: string) => Buffer.from(bytes).lastIndexOf(name, undefined, 'latin1')

describe('an AVIF', () => {
  const avif = (frames = 3, isOpen = false) => sizedAvif({ width: 200, height: 100, frames }, { isOpen })

  it('has its size, frames, time and transparency, as a sequence and as a still', () => {
    expect(walked(avif(), 50)).toMatchObject({
      kind: 'avif',
      width: 200,
      height: 100,
      frames: 3,
      durationMs: 240,
    })
    expect(walked(avif(3, true), 50)).toMatchObject({ frames: 3, isOpen: true })
    expect(walked(avif(1), 50)).toMatchObject({
      width: 200,
      height: 100,
      frames: 1,
      durationMs: 0,
      isOpen: false,
    })
    expect(walked(avif(1, true), 50).isOpen).toBe(true)
  })

  it.each<[string, (bytes: Uint8Array) => unknown, string]>([
    ['a sequence that says it is a still', (bytes) => bytes.set(Buffer.from('avif'), 8), 'broken'],
    [
      'pictures of another codec',
      (bytes) => bytes.set(Buffer.from('hvc1'), placeOf(bytes, 'av01')),
      'broken',
    ],
    [
      'another size in its entry',
      (bytes) => view(bytes).setUint16(placeOf(bytes, 'av01') + 28, 900),
      'unsupported',
    ],
    [
      'transparency for other frames',
      (bytes) => view(bytes).setUint32(placeOf(bytes, 'stsz') + 12, 2),
      'broken',
    ],
    [
      'a billion frames',
      (bytes) => view(bytes).setUint32(Buffer.from(bytes).indexOf('stsz') + 12, 1e9),
      'broken',
    ],
    [
      'a time for other frames',
      (bytes) => view(bytes).setUint32(Buffer.from(bytes).indexOf('stts') + 12, 9),
      'broken',
    ],
    [
      'no unit of time',
      (bytes) => view(bytes).setUint32(Buffer.from(bytes).indexOf('mdhd') + 16, 0),
      'broken',
    ],
  ])('is refused with %s', (_name, bend, reason) => {
    const bytes = avif(3, true)
    bend(bytes)
    expect(() => walked(bytes, 64)).toThrow(expect.objectContaining({ reason }))
  })

  it('of 1001 frames is too large, and one that has no picture is broken', () => {
    expect(() => walked(avif(1001), 64)).toThrow(expect.objectContaining({ reason: 'too-large' }))
    const bytes = avif(1)
    bytes.set(Buffer.from('hvcC'), placeOf(bytes, 'av1C'))
    expect(() => walked(bytes, 64)).toThrow(expect.objectContaining({ reason: 'broken' }))
  })
})

describe('a WebM', () => {
  it('has its frames and its time from its blocks, as what a browser records says neither', () => {
    const film = { kind: 'webm', width: 300, height: 200, frames: 9, durationMs: 720 }
    expect(walked(sizedWebm({ width: 300, height: 200, frames: 9 }), 40)).toMatchObject(film)
  })

  it('of ffmpeg has room after its head, whose size takes 8 bytes', () => {
    const bytes = sizedWebm({ width: 300, height: 200, frames: 9 })
    const at = Buffer.from(bytes).indexOf(Buffer.from('1654ae6b', 'hex'))
    const room = Buffer.concat([Buffer.from('ec0100000000000045', 'hex'), Buffer.alloc(0x45)])
    const film = { width: 300, height: 200, frames: 9, durationMs: 720 }
    expect(walked(Buffer.concat([bytes.subarray(0, at), room, bytes.subarray(at)]), 40)).toMatchObject(film)
  })

  it.each<[string, () => Uint8Array, string]>([
    ['another codec', () => sizedWebm({ width: 8, height: 8 }, { codec: 'V_MPEG4/ISO/AVC' }), 'unsupported'],
    ['1001 frames', () => sizedWebm({ width: 8, height: 8, frames: 1001, delayMs: 1 }), 'too-large'],
    ['another container', () => changed('webm\x18', 'mkv1\x18'), 'unknown-type'],
    ['several frames in a block', () => changed('\x80\0\0\0', '\x86\0\0\0'), 'unsupported'],
    ['an element without an id', () => changed('\xa3\x10', '\0\x10'), 'broken'],
    ['no track of pictures', () => changed('\x83\x10\0\0\x01\x01', '\x83\x10\0\0\x01\x02'), 'broken'],
  ])('is refused with %s', (_name, make, reason) => {
    expect(() => walked(make(), 64)).toThrow(expect.objectContaining({ reason }))
  })

  function changed(from: string, to: string): Uint8Array {
    const bytes = sizedWebm({ width: 8, height: 8 })
    bytes.set(Buffer.from(to, 'latin1'), placeOf(bytes, from))
    return bytes
  }
})

describe('an MP4 in fragments', () => {
  const film = { width: 300, height: 200, frames: 9, delayMs: 80 }

  it.each([false, true])(
    'has its frames and its time from them, without its sound: own times %s',
    (hasTimes) => {
      const bytes = fragmentedMp4({ ...film, hasTimes })
      const read = { kind: 'mp4', width: 300, height: 200, frames: 9, durationMs: 720 }
      for (const size of [1, 40, bytes.byteLength]) expect(walked(bytes, size)).toMatchObject(read)
    },
  )

  it('is bounded like any other', () => {
    const many = fragmentedMp4({ ...film, frames: 1001, each: 100 })
    expect(() => walked(many, 4096)).toThrow(expect.objectContaining({ reason: 'too-large' }))
    const lying = fragmentedMp4({ ...film, hasTimes: true })
    view(lying).setUint32(Buffer.from(lying).indexOf('trun') + 8, 0xffffffff)
    expect(() => walked(lying, 64)).toThrow(expect.objectContaining({ reason: 'too-large' }))
    const cut = fragmentedMp4(film)
    expect(() => walked(cut.subarray(0, cut.byteLength - 5), 64)).toThrow(MediaError)
  })
})

it('a film that was taken upright is as large as it is shown', () => {
  const bytes = sizedMov({ width: 64, height: 32 })
  const matrix = placeOf(bytes, 'tkhd') + 4 + view(bytes).getUint32(placeOf(bytes, 'tkhd') - 4) - 8 - 44
  view(bytes).setUint32(matrix, 0)
  view(bytes).setUint32(matrix + 4, 0x10000)
  expect(walked(bytes, 64)).toMatchObject({ kind: 'mov', width: 32, height: 64 })
})
