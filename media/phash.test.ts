import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { bandsOf, PHASH_ALIKE, phashDistance } from '../shared/picture/phash.ts'
import type { Clip } from './clip/clip.ts'
import { decodeClip } from './decode/decode-clip.ts'
import { encodeGif } from './encode/encode-gif.ts'
import { encodeMp4 } from './encode/encode-mp4.ts'
import { encodeWebp } from './encode/encode-webp.ts'
import { phashOf } from './phash.ts'

const SEEDS = join(import.meta.dirname, '../seed/media')
const items: { name: string; bytes: Uint8Array; phash: string }[] = []

beforeAll(async () => {
  const folders = (await readdir(SEEDS, { withFileTypes: true })).filter(
    (each) => each.isDirectory() && each.name !== 'users',
  )
  for (const { name } of folders) {
    const bytes = await readFile(join(SEEDS, name, 'fixed_width.gif'))
    items.push({ name, bytes, phash: await phashOf(await decodeClip(bytes)) })
  }
}, 120_000)

type Copy = { scale: number; crop: number; gain: number; format: 'gif' | 'webp' | 'mp4' }

const ENCODERS = {
  gif: async (clip: Clip) => encodeGif(clip, 64),
  webp: (clip: Clip) => encodeWebp(clip, 50),
  mp4: (clip: Clip) => encodeMp4(clip, 33),
} as const

/** A copy as people make them: smaller, cut at all sides, lighter or darker, and in another format. */
async function copied(clip: Clip, { scale, crop, gain, format }: Copy): Promise<Clip> {
  const { width, height } = clip
  const [left, top] = [Math.round(width * crop), Math.round(height * crop)]
  const cut = { left, top, width: width - 2 * left, height: height - 2 * top }
  const size = { width: Math.round(cut.width * scale), height: Math.round(cut.height * scale) }
  const frames = await Promise.all(
    clip.frames.map(async ({ rgba, delayMs }) => {
      const picture = sharp(rgba, { raw: { width, height, channels: 4 } })
      const changed = picture
        .extract(cut)
        .resize({ ...size, fit: 'fill' })
        .linear([gain, gain, gain, 1], [0, 0, 0, 0])
      return { rgba: await changed.raw().toBuffer(), delayMs }
    }),
  )
  return decodeClip(await ENCODERS[format]({ ...clip, ...size, frames }))
}

describe('T84: perceptual hashes', () => {
  it('T84: of all drawings of the library are further from each other than what looks alike', () => {
    expect(items.length).toBeGreaterThanOrEqual(82)
    for (const { phash } of items) expect(phash).not.toBe('')
    const near = items.flatMap((one, at) =>
      items
        .slice(at + 1)
        .filter((other) => phashDistance(one.phash, other.phash) <= PHASH_ALIKE)
        .map((other) => [one.name, other.name]),
    )
    expect(near).toEqual([])
  })

  it(
    'T84: of a smaller, re-encoded, lighter, or cropped copy are near, and found by their parts',
    { timeout: 180_000 },
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.nat(),
          fc.record({
            scale: fc.double({ min: 0.5, max: 1, noNaN: true }),
            crop: fc.double({ min: 0, max: 0.01, noNaN: true }),
            gain: fc.double({ min: 0.9, max: 1.1, noNaN: true }),
            format: fc.constantFrom('gif', 'webp', 'mp4'),
          }),
          async (at, copy) => {
            const { bytes, phash } = items[at % items.length] as (typeof items)[number]
            const other = await phashOf(await copied(await decodeClip(bytes), copy))
            expect(phashDistance(phash, other)).toBeLessThanOrEqual(PHASH_ALIKE)
            expect(bandsOf(other).some((band) => bandsOf(phash).includes(band))).toBe(true)
          },
        ),
        { numRuns: 10, seed: 7 },
      ),
  )

  it('is empty for frames that show nothing', async () => {
    const flat = (value: number): Clip => ({
      ...{ width: 40, height: 40, transparent: false },
      frames: [{ rgba: new Uint8Array(6400).fill(value), delayMs: 100 }],
    })
    expect([await phashOf(flat(255)), await phashOf(flat(0))]).toEqual(['', ''])
  })
})
