import { beforeAll, describe, expect, it } from 'vitest'
import { apng, movingSquare } from '../../media/clip/test-clips.ts'
import { encodeGif } from '../../media/encode/encode-gif.ts'
import { encodeMp4 } from '../../media/encode/encode-mp4.ts'
import { encodeWebp } from '../../media/encode/encode-webp.ts'
import { MediaError } from './limits.ts'
import { MediaWalk, readHeader } from './read-header.ts'

const KINDS = ['gif', 'webp', 'png', 'mp4'] as const
const samples: Record<string, Uint8Array> = {}

beforeAll(async () => {
  samples.gif = encodeGif(movingSquare(), 255)
  samples.webp = await encodeWebp(movingSquare({ hole: true }), 70)
  samples.mp4 = await encodeMp4(movingSquare(), 30)
  const frame = { x: 0, y: 0, width: 8, height: 6, colour: [255, 0, 0, 255], dispose: 0, blend: 0 }
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
