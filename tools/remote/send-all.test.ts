import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movingSquare } from '../../media/clip/test-clips.ts'
import { encodeGif } from '../../media/encode/encode-gif.ts'
import { UpstreamError } from '../../shared/errors.ts'
import type { RemoteLibrary } from './remote-library.ts'
import { RunError } from './run-error.ts'
import { sendAll } from './send-all.ts'
import type { Sending, SendOutcome } from './send-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopframe-send-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A library in memory: its calls, and what came of each file. */
function stage(known: Awaited<ReturnType<RemoteLibrary['find']>> = undefined) {
  const calls: string[] = []
  const names: string[] = []
  const remote: RemoteLibrary = {
    find: async () => known,
    upload: async () => {
      calls.push('upload')
      return `id-${calls.length}`
    },
    addRedirects: async () => [],
    addRenditions: async (id, renditions) => {
      calls.push(`renditions of ${id}`)
      names.push(...renditions.map(({ name }) => name))
    },
  }
  const ended: Record<string, SendOutcome> = {}
  const workplace = join(folder, 'work')
  const onEnd = (name: string, outcome: SendOutcome) => {
    ended[name] = outcome
  }
  const run = (...all: Sending[]) => sendAll({ remote, workplace, onEnd }, all)
  return { remote, calls, names, ended, run, workplace }
}

const words = { title: 'x', tags: [], rating: 'g' as const }

/** A file of the folder, with the renditions that it comes with: itself, once more. */
async function put(name: string, bytes: Uint8Array | string): Promise<Sending> {
  await writeFile(join(folder, name), bytes)
  const file = { file: name, size: 1, sha: '0'.repeat(32) }
  const rendition = { width: 1, height: 1, gif: file }
  return {
    name,
    path: join(folder, name),
    words,
    made: { folder, renditions: { original: rendition, fixed_width: rendition } },
  }
}

const gif = (delayMs: number) => encodeGif(movingSquare({ width: 8, height: 8, frames: 2, delayMs }), 255)

describe('sending files', () => {
  it('each goes with its renditions, but for the one that it is itself', async () => {
    const { calls, names, ended, run } = stage()
    await run(await put('a.gif', gif(20)))
    expect([calls, names]).toEqual([['upload', 'renditions of id-1'], ['fixed_width.gif']])
    expect(ended).toEqual({ 'a.gif': { kind: 'sent', id: 'id-1' } })
  })

  it('makes the renditions where there are none, and leaves nothing behind', {
    timeout: 90_000,
  }, async () => {
    const { names, run, workplace } = stage()
    const { made: _, ...sending } = await put('b.gif', gif(30))
    await run(sending)
    expect(names).toHaveLength(7 * 5 - 1)
    expect(names).toEqual(expect.arrayContaining(['original.webp', 'fixed_width_still.gif', 'downsized.mp4']))
    expect(await readdir(workplace)).toEqual([])
  })

  it.each([
    ['all that it has', { id: 'x', is_own: true, renditions: ['fixed_width.gif'] }, 'known', []],
    [
      'no renditions',
      { id: 'x', is_own: true, renditions: ['original.mp4'] },
      'completed',
      ['renditions of x'],
    ],
    ['an owner who is somebody else', { id: 'x', is_own: false, renditions: [] }, 'known', []],
  ])('a file that is there with %s', async (_what, known, kind, expected) => {
    const { calls, ended, run } = stage(known)
    await run(await put('a.gif', gif(20)))
    expect([calls, ended['a.gif']]).toEqual([expected, { kind, id: 'x' }])
  })

  it('of two with the same content one goes', async () => {
    const { calls, ended, run } = stage()
    await run(await put('a.gif', gif(20)), await put('same.gif', gif(20)), await put('c.gif', gif(40)))
    expect(calls.filter((call) => call === 'upload')).toHaveLength(2)
    expect([ended['a.gif']?.kind, ended['same.gif']?.kind].sort()).toEqual(['known', 'sent'])
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
