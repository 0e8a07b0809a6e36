import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readListing } from '../listing/read-listing.ts'
import { root } from '../steps/run-step.ts'
import { sendSeed } from './send-seed.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe('npm run deploy -- --with-seed', () => {
  it('says what to do first where the token or the address is missing', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubEnv('LOOPFRAME_TOKEN', '')
    expect(await sendSeed('https://gifs.test')).toBe(1)
    const [text] = said.mock.lastCall ?? []
    expect(text).toContain('npm run staff -- you@example.com --remote')
    expect(text).toContain('https://gifs.test/account')
    expect(text).toContain('LOOPFRAME_TOKEN=… npm run ingest -- seed --to https://gifs.test')
    vi.stubEnv('LOOPFRAME_TOKEN', 'a-token-of-mine')
    expect(await sendSeed(undefined)).toBe(1)
    expect(said.mock.lastCall?.[0]).toContain('an address (--to)')
    expect(said.mock.lastCall?.[0]).not.toContain('a-token-of-mine')
  })

  it('the demo library goes with all that it has', async () => {
    const { lines, bad, people, channels, categories, pinned } = await readListing(join(root, 'seed'))
    expect([lines.length, bad, people.length, channels.length, categories.length, pinned.length]).toEqual([
      82,
      [],
      8,
      11,
      47,
      12,
    ])
    for (const { path, made } of lines) {
      expect([path, existsSync(join(root, 'seed', path))]).toEqual([path, true])
      expect(Object.keys(made?.renditions ?? {})).toContain('fixed_width_still')
    }
    expect(lines[0]).toMatchObject({
      name: 'hello-wave',
      path: 'media/hello-wave/original.gif',
      said: { title: 'Happy blob waves hello', rating: 'g', author: 'softshapes' },
    })
    expect(lines.find(({ name }) => name === 'a-day-over-the-bay')?.path).toMatch(/original\.mp4$/)
  })
})
