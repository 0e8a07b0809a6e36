import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { root } from '../../tools/steps/run-step.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { changeLibrary, openDatabase } from '../fixtures/library/database.ts'

const servers: ChildProcess[] = []

afterAll(() => {
  for (const server of servers) server.kill('SIGKILL')
})

async function serve(data: string, port: number): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['tools/serve.ts', '--data', data, '--port', String(port), '--var', 'MAKER:off'],
    { cwd: root, stdio: 'ignore' },
  )
  servers.push(child)
  await waitUntilUp(`http://127.0.0.1:${port}/healthz`)
  return child
}

/** The tables as the version before had them: what the newest migration made is gone. */
const BEFORE = [['DROP TABLE ticks'], [`DELETE FROM d1_migrations WHERE name = '0061_ticks.sql'`]] as const

const applied = (data: string) => {
  const db = openDatabase(data)
  const names = db.prepare('SELECT name FROM d1_migrations ORDER BY id').all() as { name: string }[]
  db.close()
  return names.map(({ name }) => name)
}

it('a data folder of the version before is upgraded at the start, and embeds that load meanwhile do not fail', async () => {
  const data = await copyLibrary()
  changeLibrary(data, BEFORE)
  expect(applied(data)).not.toContain('0061_ticks.sql')
  const { items } = JSON.parse(readFileSync(join(root, 'seed/library.json'), 'utf8')) as {
    items: { id: string; slug: string }[]
  }
  const port = await freePort()
  const statuses = new Map<number, number>()
  let isOver = false
  let first = await serve(data, port)

  /** As a proxy does that waits for its server (`docs/deploying.md#on-one-machine`): a connection that is refused is tried again. */
  async function load(): Promise<void> {
    for (let n = 0; !isOver; n++) {
      const { slug, id } = items[n % items.length] ?? { slug: '', id: '' }
      const url = `http://127.0.0.1:${port}/embed/${slug}-${id}`
      const response = await fetch(url).catch((error: Error & { cause?: { code?: string } }) => error)
      if (response instanceof Error) {
        expect(response.cause).toMatchObject({
          code: expect.stringMatching(/^(ECONNREFUSED|UND_ERR_SOCKET|ECONNRESET)$/),
        })
        await pause(50)
        n--
        continue
      }
      await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
  }
  const loading = [load(), load()]
  await pause(1000)
  // The first start migrates, the second finds nothing to do.
  for (let turn = 0; turn < 2; turn++) {
    const ended = once(first, 'exit')
    first.kill('SIGTERM')
    await ended
    first = await serve(data, port)
    await pause(500)
  }
  isOver = true
  await Promise.all(loading)
  expect([...statuses.keys()]).toEqual([200])
  expect(statuses.get(200)).toBeGreaterThan(20)
  const ended = once(first, 'exit')
  first.kill('SIGTERM')
  await ended
  expect(applied(data)).toContain('0061_ticks.sql')
})
