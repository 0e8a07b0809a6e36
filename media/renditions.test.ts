import { describe, expect, it } from 'vitest'
import { readMp4Header } from '../shared/media/mp4-header.ts'
import { renditionSize } from '../shared/picture/rendition-size.ts'
import { movingSquare } from './clip/test-clips.ts'
import { decodeClip } from './decode/decode-clip.ts'
import { encodeRenditions, RULES } from './renditions.ts'

const sizesOf = (width: number, height: number): Record<string, string> =>
  Object.fromEntries(
    Object.keys(RULES).map((name) => {
      const size = renditionSize(name, { width, height })
      return [name, `${size.width}x${size.height}`]
    }),
  )

describe('sizes of renditions', () => {
  it.each([
    [480, 270, ['480x270', '480x270', '480x270', '200x113', '356x200', '100x56', '178x100']],
    [512, 512, ['512x512', '512x512', '512x512', '200x200', '200x200', '100x100', '100x100']],
    [256, 256, ['256x256', '256x256', '256x256', '200x200', '200x200', '100x100', '100x100']],
    [1920, 1080, ['1920x1080', '960x540', '480x270', '200x113', '356x200', '100x56', '178x100']],
    [30, 90, ['30x90', '30x90', '30x90', '200x600', '67x200', '100x300', '33x100']],
    [4000, 4, ['4000x4', '960x1', '480x1', '200x1', '1000x200', '100x1', '1000x100']],
  ])('%i x %i', (width, height, expected) => {
    expect(Object.values(sizesOf(width, height))).toEqual(expected)
  })
})

describe('making renditions', () => {
  it('has each name with its still, and what is alike only once', async () => {
    const made = await encodeRenditions(movingSquare({ width: 30, height: 30, hole: true, frames: 2 }))
    const names = Object.keys(RULES).flatMap((name) => [name, `${name}_still`])
    expect(Object.keys(made).sort()).toEqual(names.sort())
    expect(made.fixed_height?.files).toBe(made.fixed_width?.files)
    expect(made.downsized_large).toMatchObject({ of: 'original', files: made.original?.files })
    expect(made.downsized_still?.files).toBe(made.original_still?.files)
  })

  it('files have the size and frames they are listed with, and stay open where the clip is', async () => {
    const made = await encodeRenditions(movingSquare({ width: 41, height: 23, hole: true, frames: 2 }))
    for (const { width, height, frames, files } of Object.values(made)) {
      expect(files.gif).toBeDefined()
      const pictures = [files.gif, files.webp].flatMap((file) => file ?? [])
      for (const clip of await Promise.all(pictures.map(decodeClip))) {
        expect(clip).toMatchObject({ width, height, transparent: true })
        expect(clip.frames).toHaveLength(frames)
      }
      if (files.mp4)
        expect(readMp4Header(files.mp4)).toMatchObject({ width: width & ~1, height: height & ~1 })
    }
  })
})
