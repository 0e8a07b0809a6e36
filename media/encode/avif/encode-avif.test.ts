import { describe, expect, it } from 'vitest'
import type { Clip } from '../../clip/clip.ts'
import { movingSquare } from '../../clip/test-clips.ts'
import { isAlike, looksOf } from '../likeness.ts'
import { decodeAvif } from './decode-avif.ts'
import { encodeAvif } from './encode-avif.ts'

/** The mean of each of red, green and blue of what's seen on white. */
const meanColour = ({ frames }: Clip) =>
  [0, 1, 2].map((c) => {
    let [sum, count] = [0, 0]
    for (const { rgba } of frames) {
      for (let i = 0; i < rgba.length; i += 4, count++) {
        const alpha = (rgba[i + 3] as number) / 255
        sum += (rgba[i + c] as number) * alpha + 255 * (1 - alpha)
      }
    }
    return sum / count
  })

/** The payload of the first box of a name. */
const payload = (avif: Uint8Array, name: string) => {
  const file = Buffer.from(avif)
  return file.subarray(file.indexOf(name, 0, 'latin1') + 4)
}

/** How often each delay comes, in the order of the file. */
function delaysIn(avif: Uint8Array): number[] {
  const table = payload(avif, 'stts')
  return Array.from({ length: table.readUInt32BE(4) }, (_, i) => i * 8 + 8).flatMap((at) =>
    new Array<number>(table.readUInt32BE(at)).fill(table.readUInt32BE(at + 4)),
  )
}

/** A level, by which the search goes, and a tenth: it looks at three frames. */
const ROUNDED = 1.1

const withDelays = (clip: Clip, delays: number[]): Clip => ({
  ...clip,
  frames: clip.frames.map((frame, i) => ({ ...frame, delayMs: delays[i] ?? 0 })),
})

describe('animated AVIF', () => {
  it.each([
    { name: 'even', width: 96, height: 64, hole: false },
    { name: 'even and clear', width: 96, height: 64, hole: true },
    { name: 'odd', width: 101, height: 57, hole: false },
    { name: 'small, odd and clear', width: 33, height: 41, hole: true },
  ])('$name: comes back with its frames, looks and colours', async (shape) => {
    const clip = movingSquare({ ...shape, frames: 9 })
    const back = await decodeAvif((await encodeAvif(clip, 1e6)) as Uint8Array, clip)
    expect(back.frames.at(-1)?.rgba.length).toBe(clip.width * clip.height * 4)
    expect(isAlike(looksOf(clip, back))).toBe(true)
    const means = meanColour(back)
    for (const [c, mean] of meanColour(clip).entries())
      expect(Math.abs(mean - (means[c] ?? 0))).toBeLessThan(ROUNDED)
  })

  it('delays are exact, whatever they are, and add up where they are no whole milliseconds', async () => {
    const delays = [20, 33, 250, 1000, 65_000, 40]
    const avif = await encodeAvif(withDelays(movingSquare({ frames: 6 }), delays), 1e6)
    expect(delaysIn(avif as Uint8Array)).toEqual(delays)
    const film = await encodeAvif(movingSquare({ frames: 6, delayMs: 1000 / 24 }), 1e6)
    expect(delaysIn(film as Uint8Array)).toEqual([42, 41, 42, 42, 41, 42])
  })

  it('plays for ever, once, or as often as its clip', async () => {
    const heads = [0, 1, 3].map(async (loops) => {
      const avif = (await encodeAvif(
        { ...movingSquare({ width: 96, height: 64, frames: 2 }), loops },
        1e6,
      )) as Uint8Array
      const repeats = payload(avif, 'elst').readUInt32BE(0) & 1
      return [repeats, payload(avif, 'tkhd').readBigUInt64BE(28)]
    })
    expect(await Promise.all(heads)).toEqual([
      [1, 2n ** 64n - 1n],
      [0, 160n],
      [1, 480n],
    ])
  })

  it('is not made where it would not be smaller', async () => {
    expect(await encodeAvif(movingSquare(), 300)).toBeUndefined()
  })
})
