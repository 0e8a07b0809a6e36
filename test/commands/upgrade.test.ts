import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { LIST } from '../../tools/deploying/old-assets.ts'
import { holderOf } from '../../tools/steps/data-folder.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { root } from '../../tools/steps/run-step.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { changeLibrary, openDatabase } from '../fixtures/library/database.ts'
import { loadEmbeds } from '../fixtures/library/load-embeds.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const managers: ChildProcess[] = []
const folders: string[] = []

afterAll(() => {
  for (const manager of managers) manager.kill('SIGKILL')
  for (const data of folders) {
    const server = holderOf(data)
    if (server) process.kill(server.pid, 'SIGKILL')
  }
})

/** Starts a server again when it ends, and keeps its socket, as systemd does with `Restart=always` and a `.socket`. */
const MANAGER = `while :; do sh -c 'export LISTEN_FDS=1 LISTEN_PID=$$; exec "$@"' sh "$@"; done`

async function manage(data: string, port: number): Promise<ChildProcess> {
  const socket = createServer().listen(port, '127.0.0.1')
  await once(socket, 'listening')
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
  const options = ['--data', data, '--port', String(port), '--trust-proxy', '127.0.0.1', '--var', 'MAKER:off']
  const manager = spawn('sh', ['-c', MANAGER, 'sh', process.execPath, 'tools/serve.ts', ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'ignore', fd],
  })
  managers.push(manager)
  folders.push(data)
  socket.close()
  await waitUntilUp(`http://127.0.0.1:${port}/healthz`)
  return manager
}

/** Ends the server of a folder, and waits until the next one has it. */
async function restart(data: string, port: number): Promise<void> {
  const before = holderOf(data)?.pid
  process.kill(before ?? fail(), 'SIGTERM')
  await vi.waitFor(() => expect([before, undefined]).not.toContain(holderOf(data)?.pid), PATIENCE)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
}

const fail = () => {
  throw new Error('no server runs')
}

/** The tables as the version before had them: what the newest migration made is gone. */
const BEFORE = [['DROP TABLE ticks'], [`DELETE FROM d1_migrations WHERE name = '0061_ticks.sql'`]] as const

const applied = (data: string) => {
  const db = openDatabase(data)
  const names = db.prepare('SELECT name FROM d1_migrations ORDER BY id').all() as { name: string }[]
  db.close()
  return names.map(({ name }) => name)
}

it('a data folder of the version before is upgraded, and no request that visitors make meanwhile fails', async () => {
  const data = await copyLibrary()
  changeLibrary(data, BEFORE)
  expect(applied(data)).not.toContain('0061_ticks.sql')
  const port = await freePort()
  const manager = await manage(data, port)
  const load = loadEmbeds(`http://127.0.0.1:${port}`)
  const visits = async (more: number) => {
    const from = load.done.pingback
    await vi.waitFor(() => expect(load.done.pingback - from).toBeGreaterThanOrEqual(more), PATIENCE)
  }
  await visits(5)
  // The build before had a file that this one has not: a page that is open will ask for it.
  const assets = join(data, 'site/assets')
  const [own = []] = JSON.parse(readFileSync(join(assets, LIST), 'utf8')) as string[][]
  const old = 'static/old-chunk-AAAAAAAA.js'
  writeFileSync(join(assets, old), 'export {}')
  writeFileSync(join(assets, LIST), JSON.stringify([[...own, old]]))
  // The first start has migrated, these find nothing to do.
  for (let turn = 0; turn < 2; turn++) {
    await restart(data, port)
    expect((await fetch(`http://127.0.0.1:${port}/${old}`)).status).toBe(200)
    await visits(5)
  }
  expect(await load.end()).toEqual([])
  expect(Math.min(...Object.values(load.done))).toBeGreaterThanOrEqual(15)
  manager.kill('SIGKILL')
  await once(manager, 'exit')
  expect(applied(data)).toContain('0061_ticks.sql')
})
