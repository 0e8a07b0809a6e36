import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pixelsOf } from '../../media/clip/clip.ts'
import { decodeClip } from '../../media/decode/decode-clip.ts'
import { readHeader } from '../../shared/media/read-header.ts'
import { linesOf } from './caption.ts'
import { gifEncoder } from './encode-gif.ts'
import { animatedWebp, pictureChunks } from './encode-webp.ts'
import { thinned } from './make.ts'

const [WIDTH, HEIGHT] = [4, 3]
const RED = 0xff0000ff
const BLUE = 0xffff0000
const OPEN = 0

/** What the encoder reads of a canvas. */
const contextOf = (pixels: Uint32Array) =>
  ({
    getImageData: () => ({ data: { buffer: pixels.slice().buffer } }),
  }) as unknown as OffscreenCanvasRenderingContext2D

async function gifOf(
  frames: readonly Uint32Array[],
  delays: readonly number[],
  width = WIDTH,
  height = HEIGHT,
) {
  const encoder = gifEncoder({ width, height } as OffscreenCanvas)
  for (const [i, frame] of frames.entries())
    await encoder.add(contextOf(frame), { at: 0, duration: (delays[i] ?? 100) / 1000 })
  return new Uint8Array(await (await encoder.end()).arrayBuffer())
}

/** A pixel as a GIF has it: open ones have no colour. */
const shown = (pixel: number) => (pixel >>> 24 < 128 ? OPEN : pixel)

describe('a GIF that was cut', () => {
  it('has each frame as it was drawn, and its delay; open pixels come and go', async () => {
    const pixel = fc.constantFrom(RED, BLUE, OPEN, 0xff00ff00)
    const frame = fc.array(pixel, { minLength: WIDTH * HEIGHT, maxLength: WIDTH * HEIGHT })
    await fc.assert(
      fc.asyncProperty(
        fc.array(frame, { minLength: 1, maxLength: 5 }),
        fc.array(fc.integer({ min: 2, max: 90 }), { minLength: 5, maxLength: 5 }),
        async (wanted, hundredths) => {
          const delays = hundredths.map((delay) => delay * 10)
          const gif = await gifOf(
            wanted.map((pixels) => Uint32Array.from(pixels)),
            delays,
          )
          const header = readHeader('gif', gif)
          expect([header.frames, header.durationMs]).toEqual([
            wanted.length,
            delays.slice(0, wanted.length).reduce((sum, delay) => sum + delay, 0),
          ])
          const { frames } = await decodeClip(gif)
          expect(frames.map((found) => [...pixelsOf(found)].map(shown))).toEqual(wanted)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('keeps up to 255 colours of a frame, and comes close to more', async () => {
    const [width, height] = [32, 32]
    const many = Uint32Array.from(
      { length: 1024 },
      (_, i) => (0xff000000 | ((i % 32) << 19) | ((i >> 5) << 11) | 90) >>> 0,
    )
    const few = many.map((value) => (value & 0xff70f0ff) >>> 0)
    const decoded = (await decodeClip(await gifOf([few, many], [100, 100], width, height))).frames.map(
      pixelsOf,
    )
    expect(new Set(few).size).toBeLessThan(256)
    expect([...(decoded[0] ?? [])]).toEqual([...few])
    const far = many.map((value, i) => {
      const found = decoded[1]?.[i] ?? 0
      return Math.max(
        ...[0, 8, 16].map((shift) => Math.abs(((value >>> shift) & 255) - ((found >>> shift) & 255))),
      )
    })
    expect(Math.max(...far)).toBeLessThan(24)
  })
})

describe('a WebP that was cut', () => {
  it('is its frames in a row, with half open pixels and their delays', async () => {
    const still = (alpha: number) =>
      sharp({ create: { width: 20, height: 10, channels: 4, background: { r: 200, g: 40, b: 10, alpha } } })
        .webp({ lossless: true })
        .toBuffer()
    const pictures = await Promise.all([0.5, 1].map(still))
    const webp = animatedWebp(
      20,
      10,
      pictures.map((file, i) => ({ picture: pictureChunks(file), ms: [70, 1030][i] ?? 0 })),
    )
    expect(readHeader('webp', webp)).toEqual({
      width: 20,
      height: 10,
      frames: 2,
      durationMs: 1100,
      isOpen: true,
    })
    const { frames } = await decodeClip(webp)
    expect(frames.map(({ delayMs, rgba }) => [delayMs, rgba[3]])).toEqual([
      [70, 128],
      [1030, 255],
    ])
  })
})

describe('what is drawn', () => {
  it('leaves out frames that come too fast, and none that do not', async () => {
    const at = async (rate: number, count: number, gap: number) => {
      async function* frames() {
        for (let i = 0; i < count; i++) yield { at: i / rate, duration: 1 / rate, image: {} as ImageBitmap }
      }
      const found: number[] = []
      for await (const frame of thinned(frames(), gap)) found.push(frame.at)
      return found.length
    }
    expect([
      await at(25, 50, 1 / 25),
      await at(60, 120, 1 / 30),
      await at(30, 60, 0),
      await at(30, 60, 1 / 25),
    ]).toEqual([50, 60, 60, 50])
  })

  it('breaks a caption between words, also without spaces, and long words anywhere', () => {
    const fits = (line: string) => [...line].length <= 8
    expect(linesOf('  When it   works ', fits)).toEqual(['When it', 'works'])
    expect(linesOf('Donaudampfschiff', fits)).toEqual(['Donaudam', 'pfschiff'])
    expect(linesOf('今日はとても良い天気ですね', fits).join('')).toBe('今日はとても良い天気ですね')
    expect(linesOf('', fits)).toEqual([])
  })
})
