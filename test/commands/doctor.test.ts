import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHECKS, examine, type Finding } from '../../tools/deploying/examine.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { commandOf, linesOf } from '../fixtures/handbook.ts'
import { changeLibrary, openDatabase } from '../fixtures/library/database.ts'
import { runCommand } from '../fixtures/run-command.ts'

const TOKEN = 'd'.repeat(43)
const NARROW = 'n'.repeat(43)
const hash = (token: string) => createHash('sha256').update(token).digest('hex')

let state: string
let base: string
let stop: () => Promise<void>

const addToken = (token: string, id: string, scopes: string) =>
  [
    `INSERT INTO tokens (hash, id, user_id, name, created_at, scopes) VALUES (?1, ?2, 'id-mia', ?2, ?3, ?4)`,
    hash(token),
    id,
    new Date().toISOString(),
    scopes,
  ] as const

beforeAll(async () => {
  state = await copyLibrary()
  changeLibrary(state, [
    [
      `INSERT INTO users (id, username, display_name, email, role, state)
       VALUES ('id-mia', 'mia', 'Mia', 'mia@example.test', 'staff', 'active')`,
    ],
    addToken(TOKEN, 'doctor', '["read","upload","edit","moderate"]'),
    addToken(NARROW, 'narrow', '["read","upload"]'),
    ['INSERT INTO ticks (name, at) VALUES (?1, ?2)', 'minute', new Date().toISOString()],
  ])
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  stop = await serveSimulated({ port, vars: {}, state })
  await waitUntilUp(`${base}/healthz`)
}, 180_000)

afterAll(() => stop())

/** Runs `npm run doctor` itself. */
async function doctor(env: Record<string, string>, ...args: string[]) {
  const { code, output } = await runCommand(['tools/doctor.ts', ...args], env)
  return { code, lines: output.trim().split('\n') }
}

async function found(token: string | undefined, at = base): Promise<Partial<Record<string, Finding>>> {
  const all: Record<string, Finding> = {}
  await examine({ base: at, token, waitMs: 0 }, (check, finding) => {
    all[check] = finding
  })
  return all
}

describe('npm run doctor', () => {
  it('says OK in a line for each check, and leaves nothing behind', async () => {
    const { code, lines } = await doctor({ LOOPFRAME_TOKEN: TOKEN }, base)
    expect(lines.map((line) => line.split(/ +/).slice(0, 2).join(' '))).toEqual(
      CHECKS.map((check) => `${check} OK`),
    )
    expect(code).toBe(0)
    const { data } = (await (await fetch(`${base}/v1/gifs/search?q=installation`)).json()) as {
      data: unknown[]
    }
    expect(data).toEqual([])
  })

  it('and the watcher of the handbook work as printed', async () => {
    const here = linesOf('server').map((line) => line.replace('https://gifs.example.com', base))
    expect(here).toHaveLength(2)
    for (const line of here) {
      if (line.startsWith('curl')) execFileSync('sh', ['-c', line])
      else expect((await runCommand(commandOf(line), { LOOPFRAME_TOKEN: TOKEN })).code).toBe(0)
    }
  })

  it('without a token says what it has not seen', async () => {
    const all = await found(undefined)
    expect(all).toMatchObject({ address: { state: 'ok' }, bindings: { state: 'ok' }, read: { state: 'ok' } })
    for (const check of ['migrations', 'cron', 'queue', 'write']) {
      expect([check, all[check]?.state, all[check]?.text]).toEqual([
        check,
        'unknown',
        expect.stringContaining('LOOPFRAME_TOKEN'),
      ])
    }
  })

  it('ends with 2 where it has not seen all', async () => {
    const { code, lines } = await doctor({ LOOPFRAME_TOKEN: '' }, base)
    expect([code, lines.filter((line) => line.includes('not checked')).length]).toEqual([2, 4])
  })

  it('writes nothing that its token could not take back', async () => {
    const { write } = await found(NARROW)
    expect([write?.state, write?.text]).toEqual([
      'fault',
      expect.stringContaining('scopes read, upload, edit, and moderate'),
    ])
  })

  it('ends with 1 where nothing answers, or something else does', async () => {
    const { code, lines } = await doctor({ LOOPFRAME_TOKEN: TOKEN }, `http://127.0.0.1:${await freePort()}`)
    expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^address +TO DO .*does not answer/)])
    expect(lines).toHaveLength(CHECKS.length)
  })

  it('names a schedule that does not run, and old tables', async () => {
    await stop()
    const db = openDatabase(state)
    db.prepare('UPDATE ticks SET at = ?1').run(new Date(Date.now() - 3_600_000).toISOString())
    db.prepare('DELETE FROM d1_migrations WHERE id = (SELECT max(id) FROM d1_migrations)').run()
    db.close()
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    stop = await serveSimulated({ port, vars: {}, state })
    const { cron, migrations } = await found(TOKEN)
    expect([cron?.state, cron?.text]).toEqual(['fault', expect.stringContaining('has not run for 60 min')])
    expect([migrations?.state, migrations?.text]).toEqual([
      'fault',
      expect.stringContaining('npm run deploy'),
    ])
  })
})
