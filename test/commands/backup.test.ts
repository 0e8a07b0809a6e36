import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeBackup } from '../../tools/backup/backup.ts'
import { backupFrom } from '../../tools/backup/backup-from.ts'
import { MIGRATIONS } from '../../tools/backup/check-archive.ts'
import { makeStores } from '../../tools/backup/make-stores.ts'
import { openRemoteBackup } from '../../tools/backup/remote.ts'
import { restoreBackup } from '../../tools/backup/restore.ts'
import { restoreTo } from '../../tools/backup/restore-to.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { root } from '../../tools/steps/run-step.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { commandOf, linesOf } from '../fixtures/handbook.ts'
import { openDatabase } from '../fixtures/library/database.ts'
import { addStaff, tokenOf } from '../fixtures/library/staff-token.ts'
import { runCommand } from '../fixtures/run-command.ts'

let folder: string
let first: string
const stops: (() => Promise<void>)[] = []

async function serve(state: string): Promise<string> {
  const port = await freePort()
  stops.push(await serveSimulated({ port, vars: {}, state, unlimited: true }))
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  return base
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopframe-backup-walk-'))
  first = await copyLibrary()
  addStaff(first, 'stan')
}, 180_000)

afterAll(async () => {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
})

const quiet = async () => {}

// That every address answers the same then: `walk.test.ts`.
it('T67: a library goes to an installation elsewhere and back, with tokens that may', async () => {
  const archive = join(folder, 'first.tar.zst')
  await writeBackup({ state: first, file: archive })

  // To an installation elsewhere that is new.
  const edge = join(folder, 'edge')
  mkdirSync(edge)
  const stores = await makeStores(edge, MIGRATIONS)
  stores.finish()
  const token = addStaff(edge, 'eve')
  const edgeAt = await serve(edge)
  const remote = openRemoteBackup({ base: edgeAt, token }, quiet)
  await restoreTo(remote, archive)

  // Who only restored is gone, and the archive's token lets in.
  const back = join(folder, 'back.tar.gz')
  await expect(backupFrom(remote, back)).rejects.toThrow('token')
  await backupFrom(openRemoteBackup({ base: edgeAt, token: tokenOf('stan') }, quiet), back)
  const third = join(folder, 'third')
  await restoreBackup({ state: third, file: back })
  const db = openDatabase(third)
  const uses = db.prepare("SELECT actor, action FROM audit WHERE action LIKE 'backup.%' ORDER BY id").all()
  expect(uses.map((row) => ({ ...row }))).toEqual([
    { actor: 'eve', action: 'backup.write' },
    { actor: 'stan', action: 'backup.read' },
  ])
  expect(
    db.prepare("SELECT count(*) AS n FROM users WHERE username LIKE 'restoring%' OR username = 'eve'").get(),
  ).toEqual({ n: 0 })
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  db.close()

  // It is not empty any more.
  const again = openRemoteBackup({ base: edgeAt, token: tokenOf('stan') }, quiet)
  await expect(restoreTo(again, archive)).rejects.toThrow(/in the archive|not empty/)
}, 400_000)

it('the handbook’s rehearsal works as printed: a backup of a server, its restore, and a look at it', async () => {
  const edge = await serve(first)
  const port = await freePort()
  const here = (word: string) =>
    word === 'loopframe.tar.zst' || word === 'rehearsal'
      ? join(folder, word)
      : word.replace('https://gifs.example.com', edge).replace(/^8790$/, String(port))
  const [backup, restore, look] = linesOf('library').map((line) => commandOf(line).map(here))
  const env = { LOOPFRAME_TOKEN: tokenOf('stan') }
  for (const command of [backup, restore]) {
    const { code, output } = await runCommand(command ?? [], env)
    expect([command?.[0], code, output]).toEqual([command?.[0], 0, expect.any(String)])
  }
  const [script = '', ...args] = look ?? []
  const server = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'ignore', detached: true })
  try {
    const base = `http://127.0.0.1:${port}`
    await waitUntilUp(`${base}/healthz`)
    const { data } = (await (await fetch(`${base}/v1/gifs/search?q=happy`)).json()) as { data: unknown[] }
    expect(data.length).toBeGreaterThan(0)
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
})
