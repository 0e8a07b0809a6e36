import { describe, expect, it } from 'vitest'
import { type Clip, clipDurationMs, frameAt } from './clip.ts'
import { dropStill } from './drop-still.ts'
import { firmEdges } from './firm-edges.ts'
import { movingSquare } from './test-clips.ts'

const delays = (clip: Clip): number[] => clip.frames.map(({ delayMs }) => delayMs)

describe('frames that the motion does not need', () => {
  it('what moves keeps twenty frames a second', () => {
    const clip = movingSquare({ frames: 8, delayMs: 50 })
    expect(dropStill(clip, 0.02).frames).toEqual(clip.frames)
  })

  it('what moves a little keeps ten, and the running time', () => {
    const clip = movingSquare({ frames: 8, delayMs: 50 })
    const slow = dropStill(clip, 0.5)
    expect(delays(slow)).toEqual([100, 100, 100, 100])
    expect(slow.frames.map(({ rgba }) => rgba)).toEqual([0, 2, 4, 6].map((i) => clip.frames[i]?.rgba))
    expect(clipDurationMs(slow)).toBe(clipDurationMs(clip))
  })

  it('what stands still is one frame', () => {
    const clip = movingSquare({ frames: 1, delayMs: 50 })
    const still = {
      ...clip,
      frames: Array.from({ length: 30 }, () => clip.frames[0] as (typeof clip.frames)[0]),
    }
    expect(delays(dropStill(still, 0.02))).toEqual([1500])
  })
})

describe('the frame of a still', () => {
  const clip = dropStill(movingSquare({ frames: 4, delayMs: 50 }), 0)
  it.each([
    [0, 0],
    [0.24, 0],
    [0.25, 1],
    [0.6, 2],
    [0.99, 3],
    [1, 3],
  ])('at %d of the time is number %i', (moment, index) => {
    expect(frameAt(clip, moment)).toBe(clip.frames[index])
  })
})

describe('edges of an enlarged clip', () => {
  it('are clear or solid sooner; a clear pixel has no colour', () => {
    const rgba = Uint8Array.from([9, 9, 9, 40, 9, 9, 9, 128, 9, 9, 9, 230, 9, 9, 9, 255])
    const clip = { width: 4, height: 1, transparent: true, frames: [{ rgba, delayMs: 50 }] }
    const [frame] = firmEdges(clip).frames
    expect([...(frame?.rgba ?? [])]).toEqual([0, 0, 0, 0, 9, 9, 9, 128, 9, 9, 9, 255, 9, 9, 9, 255])
  })

  it('of an opaque clip are none', () => {
    const clip = movingSquare()
    expect(firmEdges(clip)).toBe(clip)
  })
})
