import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../../media/manifest/manifest-file.ts'
import { filmSize } from '../../shared/media/limits.ts'
import { MediaWalk } from '../../shared/media/read-header.ts'
import { MOVING_FORMATS } from '../../shared/schema/choices.ts'
import { brokenPromise } from './promised-rendition.ts'

const SEED = join(import.meta.dirname, '../../seed')

async function walked(file: string) {
  const walk = new MediaWalk()
  walk.push(await readFile(join(SEED, file)))
  return walk.end()
}

describe('a rendition is held against what its name promises', () => {
  it('and each file of the demo library keeps it, whichever of an item’s files was uploaded', async () => {
    const { items } = await readManifest(SEED)
    const broken: string[] = []
    let count = 0
    for (const { slug, type, renditions } of items) {
      const { gif, mp4 } = renditions.original ?? {}
      const file = (type === 'video' && mp4) || gif
      if (!file) throw new Error(`${slug} has no original`)
      const media = await walked(file.file)
      const original = { ...media, format: media.kind }
      for (const [name, files] of Object.entries(renditions))
        for (const each of MOVING_FORMATS.flatMap((format) => files[format] ?? [])) {
          count++
          const fault = brokenPromise(name, await walked(each.file), original)
          if (fault) broken.push(`${each.file} ${fault}`)
        }
    }
    expect([broken, count > 2000]).toEqual([[], true])
  })

  it('a film’s pictures may have the size at which all of its frames are decoded, and no other', () => {
    const film = { width: 1280, height: 720, frames: 300, durationMs: 10_000, format: 'mp4' }
    const made = { frames: 300, durationMs: 10_000, isOpen: false, kind: 'gif', bytes: 1 } as const
    const fault = (name: string, width: number, height: number, original = film) =>
      brokenPromise(name, { ...made, width, height }, original)
    const { width, height } = filmSize(film)
    for (const name of ['original', 'downsized_large']) expect(fault(name, width, height)).toBeUndefined()
    expect(fault('downsized_large', 960, 540)).toBeUndefined()
    expect(fault('fixed_width', 200, 113)).toBeUndefined()
    expect(fault('original', 640, 360)).toBe('has 640 x 360 pixels instead of 1280 x 720')
    expect(fault('original', width, height, { ...film, format: 'webp' })).toContain('instead of 1280 x 720')
  })
})
