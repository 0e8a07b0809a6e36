import { describe, expect, it } from 'vitest'
import type { Clip, Frame } from '../clip/clip.ts'
import { movingSquare } from '../clip/test-clips.ts'
import { decodeClip } from '../decode/decode-clip.ts'
import { encodeRenditions, type Profile } from '../renditions.ts'
import { encodeGifLike } from './encode-gif.ts'
import { encodeWebpAlike } from './encode-webp.ts'
import { isAlike, likeness, looksOf } from './likeness.ts'

const changed = (clip: Clip, change: (at: number, value: number) => number): Clip => ({
  ...clip,
  frames: clip.frames.map(
    (frame): Frame => ({ ...frame, rgba: frame.rgba.map((value, at) => change(at, value)) }),
  ),
})

/** Gives clear pixels a colour. */
const tint = (frame: Frame): Frame => ({
  ...frame,
  rgba: frame.rgba.map((value, at) => (frame.rgba[at | 3] === 0 && at % 4 < 3 ? 200 : value)),
})

describe('how alike two clips are', () => {
  const clip = movingSquare({ width: 64, height: 48 })

  it('is 1 for the same, less for a change of one colour, and falls with it', () => {
    const blue = (by: number) =>
      changed(clip, (at, value) => (at % 4 === 2 && at % 12 === 2 ? Math.max(0, value - by) : value))
    const scores = [clip, blue(10), blue(60)].map((copy) => likeness(clip, copy))
    expect(scores[0]).toBe(1)
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 1)
    expect(scores[1]).toBeGreaterThan(scores[2] ?? 1)
  })

  it('sees a small part that differs: the rest of a flat drawing does not hide it', () => {
    const corner = changed(clip, (at, value) =>
      at < 64 * 4 * 8 && at % 256 < 128 && at % 8 < 3 ? 255 - value : value,
    )
    expect(likeness(clip, corner)).toBeLessThan(0.6)
  })

  it('sees what shines through, and not the colour of what is clear', () => {
    const open = movingSquare({ width: 64, height: 48, hole: true })
    const filled = changed(open, (at, value) => (at % 4 === 3 ? 255 : value))
    const tinted = { ...open, frames: open.frames.map(tint) }
    expect(likeness(open, filled)).toBeLessThan(0.6)
    expect(likeness(open, tinted)).toBe(1)
  })
})

describe('files of a wanted likeness', () => {
  const clip = movingSquare({ width: 64, height: 48, frames: 6 })

  it('a GIF of few colours is as it was, with as few as do', async () => {
    const { gif, likeness: found, frames } = await encodeGifLike(clip, 0.95, 255, 1e6)
    expect([found, frames]).toEqual([1, 6])
    expect((await decodeClip(gif)).frames).toHaveLength(6)
  })

  it('over its budget a GIF has fewer frames', async () => {
    expect((await encodeGifLike(clip, 0.95, 255, 1)).frames).toBe(4)
  })

  it('a WebP looks alike, or isn’t made', async () => {
    const webp = await encodeWebpAlike(clip, 1e6)
    expect(isAlike(looksOf(clip, await decodeClip(webp ?? new Uint8Array())))).toBe(true)
    expect(await encodeWebpAlike(clip, 10)).toBeUndefined()
  })

  it('a rendition has WebP and AVIF only where they have fewer bytes a frame', {
    timeout: 120_000,
  }, async () => {
    const tier = {
      frames: 100,
      gifFrames: 100,
      colours: 255,
      gifBytes: 1e6,
      isBoth: true,
      isFlat: true,
      quantizer: 33,
    }
    const profile: Profile = { full: tier, tile: tier }
    const made = Object.values(await encodeRenditions(clip, profile, 0.5))
    for (const { files } of made) {
      expect(files.gif).toBeDefined()
      const sizes = [files.avif, files.webp, files.gif].flatMap((file) => file?.length ?? [])
      expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
    }
    expect(made.some(({ files }) => files.webp)).toBe(true)
    const still = await decodeClip(made[1]?.files.gif ?? new Uint8Array())
    expect(Buffer.from(still.frames[0]?.rgba ?? []).equals(Buffer.from(clip.frames[3]?.rgba ?? []))).toBe(
      true,
    )
  })
})
