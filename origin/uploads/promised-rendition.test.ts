import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../../media/manifest/manifest-file.ts'
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
      const original = await walked(file.file)
      for (const [name, files] of Object.entries(renditions))
        for (const each of MOVING_FORMATS.flatMap((format) => files[format] ?? [])) {
          count++
          const fault = brokenPromise(name, await walked(each.file), original)
          if (fault) broken.push(`${each.file} ${fault}`)
        }
    }
    expect([broken, count > 2000]).toEqual([[], true])
  })
})
