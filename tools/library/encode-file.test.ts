import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movingSquare } from '../../media/clip/test-clips.ts'
import { encodeGif } from '../../media/encode/encode-gif.ts'
import { encodeFile } from './encode-file.ts'
import { runLimited } from './limited-child.ts'

const MEBI = 1024 * 1024
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopframe-encode-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('T48: a file is decoded in a child process', { timeout: 90_000 }, () => {
  const gif = encodeGif(movingSquare({ frames: 3 }), 255)

  it('which writes its renditions, and says what they are', async () => {
    const { type, frames, renditions } = await encodeFile(gif, { folder, id: 'a' })
    expect({ type, frames }).toEqual({ type: 'gif', frames: 3 })
    expect(Object.keys(renditions)).toContain('fixed_width_still')
    expect(await readdir(join(folder, 'media/a'))).toContain('original.gif')
  })

  it('which is killed at its deadline', async () => {
    const late = encodeFile(gif, { folder, id: 'b', limits: { ms: 20, memoryBytes: 2048 * MEBI } })
    await expect(late).rejects.toMatchObject({ reason: 'too-slow', message: 'it takes more than 0.02 s' })
  })

  it.runIf(process.platform === 'linux')('which gets no more memory than it may have', async () => {
    const large = encodeFile(gif, { folder, id: 'c', limits: { ms: 60_000, memoryBytes: 150 * MEBI } })
    await expect(large).rejects.toMatchObject({ reason: 'crashed', message: /150 MiB of memory are allowed/ })
  })

  it('which says what is wrong with the file', async () => {
    const broken = encodeFile(gif.subarray(0, 60), { folder, id: 'd' })
    await expect(broken).rejects.toMatchObject({ name: 'MediaError', reason: 'truncated' })
  })

  it('which takes what it started along', async () => {
    const limits = { ms: 60_000, memoryBytes: 2048 * MEBI }
    const input = new Uint8Array()
    const script = `const { pid } = require('node:child_process').spawn('sleep', ['60'], { stdio: 'ignore' }); console.log(pid); process.exit()`
    const { output } = await runLimited(['-e', script], { input, folder, limits })
    expect(Number(output)).toBeGreaterThan(0)
    await expect.poll(() => isRunning(Number(output)), { timeout: 5000 }).toBe(false)
  })
})

/** A killed process that nobody has read yet is a zombie, and does not run. */
async function isRunning(pid: number): Promise<boolean> {
  const { output } = await runLimited(
    ['-e', `process.stdout.write(require('node:fs').readFileSync('/proc/${pid}/stat', 'utf8'))`],
    { input: new Uint8Array(), folder, limits: { ms: 5000, memoryBytes: 2048 * MEBI } },
  )
  return output !== '' && !/\) Z /.test(output)
}
