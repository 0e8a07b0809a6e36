import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { movingSquare } from '../../../media/clip/test-clips.ts'
import { decodeClip } from '../../../media/decode/decode-clip.ts'
import { encodeGif } from '../../../media/encode/encode-gif.ts'
import { type TestFrame, testGif } from '../../../test/fixtures/library/test-gif.ts'
import { joinedBoxes } from '../mp4/write-boxes.ts'
import { cutGif } from './cut-gif.ts'
import { readGifBlocks } from './gif-frames.ts'
import { packPixels, unpackPixels } from './lzw.ts'

const WHOLE = { startMs: 0, endMs: Infinity }

function cut(bytes: Uint8Array, startMs: number, endMs: number) {
  const { pieces, ...rest } = cutGif(bytes, { startMs, endMs })
  return { ...rest, bytes: joinedBoxes(pieces) }
}

/** What a decoder shows, frame by frame; transparent pixels are all alike. */
async function framesOf(bytes: Uint8Array): Promise<string[]> {
  const { frames } = await decodeClip(bytes)
  return frames.map(({ rgba }) => {
    const pixels = Buffer.from(rgba)
    for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3] === 0) pixels.fill(0, at, at + 4)
    return pixels.toString('hex')
  })
}

/** 4 x 4 pixels in 8 colours, a frame every 50 ms; each frame is somewhere, open somewhere, and ends somehow. */
const anyFrame = fc
  .record({
    left: fc.nat(3),
    top: fc.nat(3),
    right: fc.integer({ min: 1, max: 4 }),
    bottom: fc.integer({ min: 1, max: 4 }),
    disposal: fc.constantFrom(0, 1, 2, 3),
    open: fc.option(fc.nat(7), { nil: undefined }),
    isInterlaced: fc.boolean(),
    seed: fc.array(fc.nat(7), { minLength: 16, maxLength: 16 }),
    colours: fc.option(fc.array(fc.nat(0xffffff), { minLength: 8, maxLength: 8 }), { nil: undefined }),
  })
  .map(({ left, top, right, bottom, seed, open: some, ...rest }): TestFrame => {
    // This decoder clears a frame without a transparent index to a colour; browsers clear each to transparent.
    const open = rest.disposal === 2 ? (some ?? 7) : some
    const width = Math.max(right - left, 1)
    const height = Math.max(bottom - top, 1)
    return { ...rest, open, left, top, width, height, pixels: seed.slice(0, width * height) }
  })
const anyGif = fc.array(anyFrame, { minLength: 2, maxLength: 6 })
const EIGHT = [0x000000, 0xff0000, 0x00ff00, 0x0000ff, 0xffffff, 0x00ffff, 0xff00ff, 0xffff00]

/** A frame that clears all of the canvas, and a small one without a transparent index after it. */
const AFTER_A_CLEAR: TestFrame[] = [
  { left: 0, top: 0, width: 4, height: 4, pixels: Array(16).fill(0), disposal: 2, open: 7 },
  { left: 0, top: 0, width: 1, height: 1, pixels: [0] },
]

describe('§7 a GIF is cut at its frames', () => {
  it('shows pixel by pixel what the whole shows at that time, whatever its frames leave behind', async () => {
    await fc.assert(
      fc.asyncProperty(anyGif, fc.nat(5), fc.nat(5), async (frames, from, count) => {
        const gif = testGif(4, 4, EIGHT, [
          { left: 0, top: 0, width: 4, height: 4, pixels: Array(16).fill(4) },
          ...frames,
        ])
        const whole = await framesOf(gif)
        const first = Math.min(from, whole.length - 1)
        const end = Math.min(first + count + 1, whole.length)
        const part = cut(gif, first * 50, end * 50)
        expect(part).toMatchObject({ startMs: first * 50, durationMs: (end - first) * 50, isExact: true })
        expect(await framesOf(part.bytes)).toEqual(whole.slice(first, end))
      }),
      { numRuns: 60, examples: [[AFTER_A_CLEAR, 2, 0]] },
    )
  })

  it('copies frames that need none before them, and draws one that does', () => {
    const full = { left: 0, top: 0, width: 4, height: 4 }
    const gif = testGif(4, 4, EIGHT, [
      { ...full, pixels: Array(16).fill(1) },
      { ...full, pixels: Array(16).fill(2) },
      { left: 1, top: 1, width: 2, height: 2, pixels: [3, 3, 3, 3] },
      { left: 2, top: 2, width: 2, height: 2, pixels: [5, 5, 5, 5] },
    ])
    const { frames } = readGifBlocks(gif)
    const images = (bytes: Uint8Array) =>
      readGifBlocks(bytes).frames.map(({ image }) => Buffer.from(image).toString('hex'))
    const original = frames.map(({ image }) => Buffer.from(image).toString('hex'))
    expect(images(cut(gif, 50, 150).bytes)).toEqual(original.slice(1, 3))
    expect(images(cut(gif, 100, 200).bytes).slice(1)).toEqual(original.slice(3))
    expect(readGifBlocks(cut(gif, 100, 200).bytes).frames[0]).toMatchObject({ ...full, delayMs: 50 })
  })

  it('keeps the loop and the times, and leaves comments behind', async () => {
    const gif = encodeGif(movingSquare({ frames: 6, delayMs: 80 }), 255)
    const part = cut(gif, 170, 330)
    expect(part).toMatchObject({ startMs: 160, durationMs: 240 })
    const { loop, delay, pages } = await sharp(part.bytes, { animated: true }).metadata()
    expect({ loop, delay, pages }).toEqual({ loop: 0, delay: [80, 80, 80], pages: 3 })
    const talking = testGif(4, 4, EIGHT, [
      { left: 0, top: 0, width: 4, height: 4, pixels: Array(16).fill(1) },
    ])
    expect(Buffer.from(cutGif(talking, WHOLE).pieces.flatMap((piece) => [...piece])).includes('hello')).toBe(
      false,
    )
  })

  it('plays a delay of 0 as browsers do, and refuses a start after the end', () => {
    const frame = { left: 0, top: 0, width: 4, height: 4, delayMs: 0 }
    const gif = testGif(
      4,
      4,
      EIGHT,
      [1, 2, 3].map((colour) => ({ ...frame, pixels: Array(16).fill(colour) })),
    )
    expect(cut(gif, 100, 200)).toMatchObject({ startMs: 100, durationMs: 100 })
    expect(() => cut(gif, 300, 400)).toThrow('start is after the end: the file has 0.30 s')
  })

  it('over 256 colours a drawn frame is near: no pixel is off by more than a few levels', async () => {
    const side = 32
    const pixels = Array.from({ length: side * side }, (_, at) => at % 256)
    const rows = Array.from({ length: 4 }, (_, band): TestFrame => {
      const colours = Array.from(
        { length: 256 },
        (_, i) => ((i & 0xf8) << 16) | (((i * 3) & 0xff) << 8) | (band * 60),
      )
      return { left: 0, top: band * 8, width: side, height: 8, pixels: pixels.slice(0, side * 8), colours }
    })
    const gif = testGif(side, side, EIGHT, [...rows, { left: 0, top: 0, width: 1, height: 1, pixels: [1] }])
    const [whole, part] = await Promise.all([decodeClip(gif), decodeClip(cut(gif, 200, 250).bytes)])
    const [wanted, got] = [whole.frames[4]?.rgba ?? [], part.frames[0]?.rgba ?? []]
    const off = Array.from(wanted, (value, at) => Math.abs(value - (got[at] ?? -1)))
    expect(Math.max(...off)).toBeLessThan(16)
    expect(Math.max(...off)).toBeGreaterThan(0)
  })

  it('T48: what would be too much to draw is refused as too large', () => {
    const gif = testGif(2500, 2500, EIGHT, [
      { left: 0, top: 0, width: 1, height: 1, pixels: [1] },
      { left: 1, top: 1, width: 1, height: 1, pixels: [1] },
    ])
    expect(() => cut(gif, 50, 100)).toThrow(expect.objectContaining({ reason: 'too-large' }))
    expect(cut(gif, 0, 100)).toMatchObject({ isExact: true })
  })
})

it('pixels that are packed are the same when unpacked, however many', () => {
  const anyPixels = fc.tuple(
    fc.integer({ min: 2, max: 8 }),
    fc.nat(20_000),
    fc.nat(1000),
    fc.integer({ min: 1, max: 300 }),
  )
  fc.assert(
    fc.property(anyPixels, ([bits, length, seed, run]) => {
      const pixels = Uint8Array.from(
        { length },
        (_, at) => ((Math.floor(at / run) * 7919 + seed) ** 2 % 1009) & ((1 << bits) - 1),
      )
      const out = new Uint8Array(Math.max(length, 1))
      const count = unpackPixels(packPixels(pixels, bits), out)
      expect(count).toBe(Math.max(length, 1))
      expect(out.subarray(0, length)).toEqual(pixels)
    }),
    { numRuns: 100 },
  )
})
