import { createHash } from 'node:crypto'
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
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { openDatabase } from '../fixtures/library/database.ts'
import { addStaff, tokenOf } from '../fixtures/library/staff-token.ts'

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

/** 200 addresses of the library, as they are asked. */
function addresses(state: string): string[] {
  const db = openDatabase(state)
  const all = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]))
  const ids = all('SELECT id FROM gifs ORDER BY num')
  const tags = all('SELECT DISTINCT tag FROM tags ORDER BY tag LIMIT 20')
  const files = all(
    "SELECT '/media/' || gif_id || '/' || name || '.' || format FROM renditions ORDER BY gif_id, name, format LIMIT 60",
  )
  const users = all("SELECT id FROM users WHERE username <> 'stan' ORDER BY id LIMIT 10")
  const channels = all('SELECT id FROM channels ORDER BY id')
  db.close()
  return [
    ...ids.slice(0, 50).map((id) => `/v1/gifs/${id}`),
    ...ids.slice(0, 20).map((id) => `/embed/${id}`),
    ...files,
    ...tags.map((tag) => `/v1/gifs/search?q=${encodeURIComponent(tag)}`),
    ...tags.slice(0, 8).map((tag) => `/v1/stickers/search?q=${encodeURIComponent(tag)}`),
    ...[
      '/v1/gifs/trending',
      '/v1/stickers/trending',
      '/v1/gifs/categories',
      '/v1/trending/searches',
      '/v2/featured?key=k',
    ],
    ...users.map((id) => `/api/v1/users/${id}/`),
    ...channels.map((id) => `/api/v3/channels/${id}/`),
    ...['/api/v3/channels/', '/v1/emoji', '/', '/stories', '/v2/categories?key=k'],
    ...ids.slice(0, 30).map((id) => `/v1/gifs/related?gif_id=${id}`),
  ].slice(0, 200)
}

/** What an answer has that no two answers have alike: its own id, what is signed by the hour, and our own address. */
const same = (text: string, base: string) =>
  text
    .replaceAll(base, 'http://here')
    .replaceAll(encodeURIComponent(base), 'http://here')
    .replaceAll(new URL(base).host, 'here')
    .replace(/"(response_id|analytics_response_payload|itemurl_payload)":"[^"]*"/g, '"$1":""')
    .replace(/[\w-]{4,8}\.[\w-]{16}\.[\w-]{4,}/g, 'payload')
    .replace(/nonce="[^"]*"|data-token="[^"]*"|name="csrf" value="[^"]*"/g, '')

async function answers(base: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const response = await fetch(`${base}${path}`, {
      redirect: 'manual',
      // Records of people are for people: the token is the archive's.
      headers: path.startsWith('/api/v') ? { Authorization: `Token ${tokenOf('stan')}` } : {},
    })
    const body = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('Content-Type') ?? ''
    const content = /json|html|text/.test(type)
      ? same(String(body), base)
      : createHash('sha256').update(body).digest('hex')
    found.push(
      `${path} ${response.status} ${type} ${createHash('sha256').update(content).digest('hex').slice(0, 16)}`,
    )
  }
  return found
}

const quiet = async () => {}

it('T67: a library is the same on another machine, at an installation elsewhere, and back', async () => {
  const paths = addresses(first)
  expect(paths).toHaveLength(200)
  const wasAt = await serve(first)
  const was = await answers(wasAt, paths)
  expect(was.filter((line) => !/ 200 /.test(line))).toEqual([])

  // Beside its server, into a folder.
  const archive = join(folder, 'first.tar.zst')
  await writeBackup({ state: first, file: archive })
  const second = join(folder, 'second')
  await restoreBackup({ state: second, file: archive })
  expect(await answers(await serve(second), paths)).toEqual(was)

  // To an installation elsewhere that is new.
  const edge = join(folder, 'edge')
  mkdirSync(edge)
  const stores = await makeStores(edge, MIGRATIONS)
  stores.finish()
  const token = addStaff(edge, 'eve')
  const edgeAt = await serve(edge)
  const remote = openRemoteBackup({ base: edgeAt, token }, quiet)
  await restoreTo(remote, archive)
  expect(await answers(edgeAt, paths)).toEqual(was)

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
  expect(await answers(await serve(third), paths)).toEqual(was)

  // It is not empty any more.
  const again = openRemoteBackup({ base: edgeAt, token: tokenOf('stan') }, quiet)
  await expect(restoreTo(again, archive)).rejects.toThrow(/in the archive|not empty/)
}, 400_000)
