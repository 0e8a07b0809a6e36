import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMp4Header } from '../../shared/media/mp4-header.ts'
import { type Clip, type Frame, pixelsOf } from '../clip/clip.ts'
import { decimate } from '../clip/decimate.ts'
import { movingSquare } from '../clip/test-clips.ts'
import { decodeClip } from '../decode/decode-clip.ts'
import { encodeGif } from './encode-gif.ts'
import { encodeMp4 } from './encode-mp4.ts'
import { encodeWebp } from './encode-webp.ts'
import { frameDelays } from './frame-delays.ts'
import { frameRate } from './frame-rate.ts'

const alphas = (frame: Frame): number[] =>
  Array.from(pixelsOf(frame), (pixel) => (pixel >>> 24 < 128 ? 0 : 1))
const looks = (clip: Clip): string[] => clip.frames.map((frame) => Buffer.from(frame.rgba).toString('hex'))

/** Every pixel another colour, so that nothing packs. */
function noise(side: number, frames: number): Clip {
  const clip = movingSquare({ width: side, height: side, frames })
  clip.frames.forEach((frame, f) => {
    const pixels = pixelsOf(frame)
    for (let i = 0; i < pixels.length; i++)
      pixels[i] = (0xff000000 | (((i + f) * 2654435761) & 0xffffff)) >>> 0
  })
  return clip
}

describe('GIF', () => {
  it('few colours come back exactly, drawn whole or as differences', async () => {
    const clip = movingSquare()
    expect(looks(await decodeClip(encodeGif(clip, 255)))).toEqual(looks(clip))
  })

  it('transparency survives in each frame: nothing of the frame before shines through', async () => {
    const clip = movingSquare({ hole: true })
    const back = await decodeClip(encodeGif(clip, 255))
    expect(back.frames.map(alphas)).toEqual(clip.frames.map(alphas))
  })

  it('differences make what stands still cheap', () => {
    const one = noise(32, 1)
    const many = { ...one, frames: Array.from({ length: 12 }, () => one.frames[0] as Frame) }
    expect(encodeGif(many, 255).length).toBeLessThan(encodeGif(one, 255).length * 1.5)
  })

  it('a budget costs frames, then colours, and no time', async () => {
    const clip = noise(32, 3)
    const full = encodeGif(clip, 255)
    const small = encodeGif(clip, 255, full.length * 0.8)
    expect(small.length).toBeLessThan(full.length)
    const { frames } = await decodeClip(small)
    expect(frames.map((frame) => frame.delayMs)).toEqual([120, 120])
  })
})

describe('WebP', () => {
  it('keeps frames, delays and transparency', async () => {
    const clip = movingSquare({ hole: true, frames: 5, delayMs: 75 })
    const back = await decodeClip(await encodeWebp(clip, 60))
    expect(back.frames.map(alphas)).toEqual(clip.frames.map(alphas))
    expect(back.frames.map((frame) => frame.delayMs)).toEqual([75, 75, 75, 75, 75])
  })
})

describe('MP4', () => {
  it.each([
    [101, 57, 100, 56],
    [3, 2, 2, 2],
    [1, 1, 2, 2],
    [40, 24, 40, 24],
  ])('%i x %i becomes %i x %i: sides are even', async (width, height, evenWidth, evenHeight) => {
    const mp4 = await encodeMp4(movingSquare({ width, height }), 33)
    expect(readMp4Header(mp4)).toMatchObject({ width: evenWidth, height: evenHeight, frames: 4 })
  })

  it('frames of two seconds are written, though the encoder wants one a second', async () => {
    expect(readMp4Header(await encodeMp4(movingSquare({ delayMs: 2000 }), 33)).frames).toBe(8)
  })
})

const delays = fc.array(fc.integer({ min: 20, max: 3000 }), { minLength: 1, maxLength: 60 })
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

describe('time', () => {
  it('rounded delays keep the running time to 5 ms', () => {
    fc.assert(fc.property(delays, (given) => Math.abs(sum(frameDelays(given)) - sum(given)) <= 5))
  })

  it('a frame rate is whole, at most 50, and shows every frame; the length stays within 7 % or 12 ms', () => {
    fc.assert(
      fc.property(delays, (given) => {
        const { rate, repeats } = frameRate(given)
        expect(Number.isInteger(rate) && rate >= 1 && rate <= 50).toBe(true)
        expect(Math.min(...repeats)).toBeGreaterThanOrEqual(1)
        const length = (sum(repeats) * 1000) / rate
        expect(Math.abs(length - sum(given))).toBeLessThanOrEqual(Math.max(12.5, sum(given) * 0.07))
      }),
    )
  })

  it('decimating keeps the length and gives at most as many frames as asked', () => {
    fc.assert(
      fc.property(delays, fc.integer({ min: 1, max: 40 }), (given, most) => {
        const frames = given.map((delayMs) => ({ rgba: new Uint8Array(4), delayMs }))
        const clip = decimate({ width: 1, height: 1, transparent: false, frames }, most)
        expect(clip.frames.length).toBe(Math.min(most, given.length))
        expect(sum(clip.frames.map((frame) => frame.delayMs))).toBeCloseTo(sum(given), 6)
      }),
    )
  })
})
