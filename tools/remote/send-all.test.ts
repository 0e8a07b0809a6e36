import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movingSquare } from '../../media/clip/test-clips.ts'
import { encodeGif } from '../../media/encode/encode-gif.ts'
import { UpstreamError } from '../../shared/errors.ts'
import { PHASH } from '../../shared/schema/own/hashes.ts'
import type { RemoteLibrary } from './remote-library.ts'
import { RunError } from './run-error.ts'
import { oneAfterTheOther, sendAll } from './send-all.ts'
import { type Sending, type SendOutcome, sendFile } from './send-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopframe-send-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A library in memory: its calls, and what came of each file. */
function stage(known: Awaited<ReturnType<RemoteLibrary['find']>> = undefined) {
  const calls: string[] = []
  const names: string[] = []
  const phashes: (string | undefined)[] = []
  const remote: RemoteLibrary = {
    find: async () => known,
    upload: async () => {
      calls.push('upload')
      return `id-${calls.length}`
    },
    edit: async (id, change) => void calls.push(`edit of ${id}: ${JSON.stringify(change)}`),
    setFilm: async (id, film) => void calls.push(`film of ${id}: ${film?.url}`),
    around: async (name) => Promise.reject(new Error(name)),
    file: async (address) => Promise.reject(new Error(address)),
    addRedirects: async () => [],
    addRenditions: async (id, renditions, { phash } = {}) => {
      phashes.push(phash)
      calls.push(`renditions of ${id}`)
      names.push(...renditions.map(({ name }) => name))
    },
  }
  const ended: Record<string, SendOutcome> = {}
  const workplace = join(folder, 'work')
  const onEnd = ({ name }: Sending, outcome: SendOutcome) => {
    ended[name] = outcome
  }
  const run = (...all: Sending[]) => sendAll({ remote, workplace, onEnd }, all)
  return { remote, calls, names, phashes, ended, run, workplace }
}

/** A file of the folder, with the renditions that it comes with: itself, once more. */
async function put(name: string, bytes: Uint8Array | string): Promise<Sending> {
  await writeFile(join(folder, name), bytes)
  const file = { file: name, size: 1, sha: '0'.repeat(32) }
  const rendition = { width: 1, height: 1, gif: file }
  return {
    name,
    path: join(folder, name),
    line: 0,
    said: {},
    made: { folder, renditions: { original: rendition, fixed_width: rendition } },
  }
}

const gif = (delayMs: number) => encodeGif(movingSquare({ width: 8, height: 8, frames: 2, delayMs }), 255)

describe('sending files', () => {
  it('each goes with its renditions, but for the one that it is itself', async () => {
    const { calls, names, phashes, ended, run } = stage()
    await run(await put('a.gif', gif(20)))
    expect([calls, names]).toEqual([['upload', 'renditions of id-1'], ['fixed_width.gif']])
    expect(phashes).toEqual([expect.stringMatching(PHASH)])
    expect(ended).toEqual({ 'a.gif': { kind: 'sent', id: 'id-1' } })
  })

  it('makes the renditions where there are none, and leaves nothing behind', {
    timeout: 90_000,
  }, async () => {
    const { names, phashes, run, workplace } = stage()
    const { made: _, ...sending } = await put('b.gif', gif(30))
    await run(sending)
    // The original is there as a GIF. AVIF and WebP are made where they are smaller.
    const of = (format: string) => names.filter((name) => name.endsWith(format))
    expect([of('.gif').length, of('.mp4').length]).toEqual([2 * 7 - 1, 7])
    expect(names).toEqual(expect.arrayContaining(['fixed_width_still.gif', 'downsized.mp4']))
    expect(of('.avif').length + of('.webp').length).toBeGreaterThan(0)
    expect(phashes).toEqual([expect.stringMatching(PHASH)])
    expect(await readdir(workplace)).toEqual([])
  })

  it.each([
    ['all that it has', { id: 'x', is_own: true, renditions: ['fixed_width.gif'], words: null }, 'known', []],
    [
      'no renditions',
      { id: 'x', is_own: true, renditions: ['original.mp4'], words: null },
      'completed',
      ['renditions of x'],
    ],
    ['an owner who is somebody else', { id: 'x', is_own: false, renditions: [], words: null }, 'known', []],
  ])('a file that is there with %s', async (_what, known, kind, expected) => {
    const { calls, ended, run } = stage(known)
    await run(await put('a.gif', gif(20)))
    expect([calls, ended['a.gif']]).toEqual([expected, { kind, id: 'x' }])
  })

  it('of a file that is there what is said otherwise is changed, where it is theirs to change', async () => {
    const words = {
      ...{ title: 'Cat', alt_text: '', type: 'gif' as const, tags: ['cat'], rating: 'g' as const },
      ...{ source_post_url: '', external_media: null, username: 'ann', language_tags: { de: [] } },
    }
    const known = { id: 'x', is_own: false, renditions: ['fixed_width.gif'], words }
    const said = {
      title: 'Cat',
      tags: ['cat', 'happy'],
      author: 'Ann',
      film_url: 'https://vimeo.com/1084537',
    }
    const hers = stage(known)
    await hers.run({ ...(await put('a.gif', gif(20))), said })
    expect(hers.calls).toEqual(['edit of x: {"tags":"cat,happy"}', 'film of x: https://vimeo.com/1084537'])
    expect(hers.ended['a.gif']).toEqual({ kind: 'updated', id: 'x' })
    const others = stage(known)
    await others.run({ ...(await put('a.gif', gif(20))), said: { ...said, author: 'bob' } })
    expect([others.calls, others.ended['a.gif']]).toEqual([[], { kind: 'known', id: 'x' }])
  })

  it('files arrive in the order of their list', async () => {
    const { remote, run } = stage()
    const sizes: number[] = []
    remote.upload = async (bytes) => `id-${sizes.push(bytes.byteLength)}`
    const { made: _, ...slow } = await put('slow.gif', encodeGif(movingSquare({ width: 9, frames: 3 }), 255))
    await run(slow, await put('c.gif', gif(20)))
    expect(sizes).toHaveLength(2)
    expect(sizes[1]).toBe(gif(20).length)
  })

  it('of two with the same content one goes', async () => {
    const { calls, ended, run } = stage()
    await run(await put('a.gif', gif(20)), await put('same.gif', gif(20)), await put('c.gif', gif(40)))
    expect(calls.filter((call) => call === 'upload')).toHaveLength(2)
    expect([ended['a.gif']?.kind, ended['same.gif']?.kind].sort()).toEqual(['known', 'sent'])
  })

  it('one that waits for another with the same content keeps no turn from it', async () => {
    const { remote, workplace } = stage()
    const sender = { remote, workplace, takeTurn: oneAfterTheOther(), begun: new Map() }
    const first = sendFile(sender, await put('a.gif', gif(20)))
    const sent = sender
      .takeTurn()
      .come()
      .then(() => ({ kind: 'sent', id: 'id-9' }))
    sender.begun.set(createHash('sha256').update(gif(20)).digest('hex'), sent)
    expect(await first).toEqual({ kind: 'known', id: 'id-9' })
  })

  it('F36: a bad one is refused by itself, also by the server', async () => {
    const { remote, ended, run } = stage()
    const { addRenditions } = remote
    remote.addRenditions = async (id, renditions) => {
      if (id === 'id-1') throw new UpstreamError('The file is refused', { status: 400 })
      return addRenditions(id, renditions)
    }
    const missing = { ...(await put('d.gif', gif(50))), path: join(folder, 'not there.gif') }
    await run(
      await put('text.gif', 'hello'),
      missing,
      await put('a.gif', gif(20)),
      await put('c.gif', gif(40)),
    )
    expect(ended).toMatchObject({
      'text.gif': { kind: 'refused', reason: 'unknown-type' },
      'd.gif': { kind: 'refused', reason: 'unreadable' },
      'a.gif': { kind: 'refused', reason: 'failed', why: 'The file is refused' },
      'c.gif': { kind: 'sent' },
    })
  })

  it('ends at once for what is wrong with all of them', async () => {
    const { remote, calls, run } = stage()
    remote.find = () => Promise.reject(new RunError('a token that nobody knows'))
    await expect(run(await put('a.gif', gif(20)), await put('c.gif', gif(40)))).rejects.toThrow(
      'nobody knows',
    )
    expect(calls).toEqual([])
  })

  it('ends after three files in a row that did not get through', async () => {
    const { remote, ended, run } = stage()
    let asked = 0
    remote.find = () => {
      asked++
      return Promise.reject(new UpstreamError('x', { status: 503 }))
    }
    const files = await Promise.all(Array.from({ length: 12 }, (_, n) => put(`n${n}.gif`, gif(100 + 10 * n))))
    await expect(run(...files)).rejects.toThrow('cannot be reached')
    // Those that were under way end too.
    expect(asked).toBeLessThan(8)
    expect(Object.values(ended)[0]).toMatchObject({ kind: 'refused', reason: 'unreachable' })
  })
})
