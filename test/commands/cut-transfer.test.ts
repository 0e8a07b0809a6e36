import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { MIGRATIONS } from '../../tools/backup/check-archive.ts'
import { makeStores } from '../../tools/backup/make-stores.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { root } from '../../tools/steps/run-step.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { temporaryFolder } from '../../tools/steps/temporary-folder.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { openDatabase } from '../fixtures/library/database.ts'
import { addStaff, tokenOf } from '../fixtures/library/staff-token.ts'
import { runCommand } from '../fixtures/run-command.ts'

const ends: (() => unknown)[] = []
afterAll(() => Promise.all(ends.map((end) => end())))

/** A line to a library, which counts whole exchanges that move files, and can be cut in the middle of one. */
async function lineTo(state: string) {
  const port = await freePort()
  ends.push(await serveSimulated({ port, vars: {}, state, unlimited: true }))
  await waitUntilUp(`http://127.0.0.1:${port}/healthz`)
  let left = Number.POSITIVE_INFINITY
  let cut = () => {}
  let moved: string[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const keys = keysOf(incoming, body)
    if (keys.length > 0 && left-- <= 0) return cut()
    const headers = Object.entries(incoming.headers).filter(([name]) => !/^(host|connection)$/.test(name))
    const method = incoming.method ?? ''
    const answer = await fetch(`http://127.0.0.1:${port}${incoming.url}`, {
      method,
      headers: headers as [string, string][],
      ...(method !== 'GET' && { body }),
    })
    moved.push(...keys)
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The keys of the files that have moved since it was asked last. */
    moved() {
      const all = moved
      moved = []
      return all
    },
    /** Kills a command while it moves files, after so many exchanges. */
    async cutAfter(exchanges: number, command: ChildProcess) {
      left = exchanges
      cut = () => command.kill('SIGKILL')
      await once(command, 'exit')
      left = Number.POSITIVE_INFINITY
    },
  }
}

/** The keys of files that a request asks for, or brings. */
function keysOf({ url = '' }: IncomingMessage, body: Buffer): string[] {
  const asked = new URL(url, 'http://here').searchParams.get('keys')
  if (asked) return asked.split(',')
  const names = body.toString('latin1').matchAll(/ name="([\w+/=]{20,})"/g)
  return [...names].map(([, name = '']) => (JSON.parse(atob(name)) as { key: string }).key)
}

const start = (command: readonly string[], token: string) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...command], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, LOOPFRAME_TOKEN: token },
  })

it('a backup and a restore that are killed in the middle go on where they were', {
  timeout: 400_000,
}, async () => {
  const library = await copyLibrary()
  const stan = addStaff(library, 'stan')
  const from = await lineTo(library)
  const file = join(temporaryFolder('cut'), 'library.tar.zst')
  const backup = ['tools/backup/backup-command.ts', file, '--from', from.base]
  await from.cutAfter(10, start(backup, stan))
  const came = from.moved()
  expect(came.length).toBeGreaterThanOrEqual(10)
  expect(await runCommand(backup, { LOOPFRAME_TOKEN: stan })).toMatchObject({ code: 0 })
  const cameThen = from.moved()
  expect(cameThen.filter((key) => came.includes(key))).toEqual([])

  const empty = temporaryFolder('empty')
  ;(await makeStores(empty, MIGRATIONS)).finish()
  const eve = addStaff(empty, 'eve')
  const to = await lineTo(empty)
  const restore = ['tools/backup/restore-command.ts', file, '--to', to.base]
  await to.cutAfter(3, start(restore, eve))
  const went = to.moved()
  expect(went.length).toBeGreaterThanOrEqual(3)
  expect(await runCommand(restore, { LOOPFRAME_TOKEN: eve })).toMatchObject({ code: 0 })
  const wentThen = to.moved()
  expect(wentThen.filter((key) => went.includes(key))).toEqual([])

  // All of it is there, once.
  const all = [...came, ...cameThen].sort()
  expect([...went, ...wentThen].sort()).toEqual(all)
  expect(new Set(all).size).toBe(all.length)
  const again = await fetch(`${to.base}/v1/gifs/trending`, {
    headers: { Authorization: `Token ${tokenOf('stan')}` },
  })
  expect(again.status).toBe(200)
  const [there, here] = [library, empty].map((state) => {
    const db = openDatabase(state)
    const count = db
      .prepare('SELECT (SELECT count(*) FROM gifs) AS gifs, (SELECT count(*) FROM renditions) AS files')
      .get()
    db.close()
    return { ...count }
  })
  expect(here).toEqual(there)
})
