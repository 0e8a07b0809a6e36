import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { movingSquare } from '../../media/clip/test-clips.ts'
import { encodeGif } from '../../media/encode/encode-gif.ts'
import { readManifest, writeManifest } from '../../media/manifest/manifest-file.ts'
import { isAlive } from '../../tools/lock.mjs'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { root } from '../../tools/steps/run-step.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { commandOf, linesOf } from '../fixtures/handbook.ts'
import { changeLibrary } from '../fixtures/library/database.ts'

const TOKEN = 't'.repeat(43)
/** Two runs send three each before they are killed, and may have begun a fourth. */
const FILES = 9
/** Seven renditions as GIF and MP4, and their stills as GIF; AVIF and WebP of those where they are smaller. */
const RENDITIONS = { least: 7 * 3, most: 7 * 6 }

let folder: string
let state: string
let base: string
let stop: () => Promise<void>
let keysBefore: string[]

/** A new installation: somebody of staff with a token, and no items. */
const prepare = (state: string) =>
  changeLibrary(state, [
    ['DELETE FROM gifs'],
    [
      `INSERT INTO users (id, username, display_name, email, role, state)
       VALUES ('id-mia', 'mia', 'Mia', 'mia@example.test', 'staff', 'active')`,
    ],
    [
      `INSERT INTO tokens (hash, id, user_id, name, created_at) VALUES (?1, 't', 'id-mia', 'ingest', ?2)`,
      createHash('sha256').update(TOKEN).digest('hex'),
      new Date().toISOString(),
    ],
  ])

/** A small GIF that no other number has. */
const square = (number: number) =>
  encodeGif(movingSquare({ width: 16, height: 16, frames: 2, delayMs: 20 + 10 * number }), 255)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopframe-ingest-'))
  for (let n = 0; n < FILES; n++) await writeFile(join(folder, `square-${n}.gif`), square(n))
  state = await copyLibrary()
  prepare(state)
  keysBefore = storedKeys()
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  stop = await serveSimulated({ port, vars: {}, state, unlimited: true })
  await waitUntilUp(`${base}/healthz`)
}, 180_000)

afterAll(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

const ingest = (...args: string[]) => run('tools/ingest.ts', ...args)
const makeRenditions = (...args: string[]) => run('tools/renditions.ts', '--to', base, ...args)

/** Runs a command itself, without npm around it: a SIGKILL hits what works. */
function run(script: string, ...args: string[]) {
  const flags = ['--disable-warning=ExperimentalWarning', '--import', './tools/end-with-parent.mjs']
  const child = spawn(process.execPath, [...flags, script, ...args], {
    cwd: root,
    // It leads a group, as under `tools/run.mjs`.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LOOPFRAME_TOKEN: TOKEN },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, said: () => said, lines: (what: string) => said.split(what).length - 1 }
}

/** Sends the folder, and kills the command once it has said so often that a file was sent. */
async function killedAfter(count: number): Promise<void> {
  const run = ingest(folder, '--to', base)
  await vi.waitFor(() => expect(run.lines(': sent')).toBeGreaterThanOrEqual(count), {
    timeout: 200_000,
    interval: 20,
  })
  run.child.kill('SIGKILL')
  expect(await run.ended).toBeNull()
}

const upload = async (number: number): Promise<Response> => {
  const body = new FormData()
  body.append('file', new Blob([Buffer.from(square(number))]))
  return fetch(`${base}/v1/gifs`, { method: 'POST', body, headers: { Authorization: `Token ${TOKEN}` } })
}

/** The rows of a statement from the files of one of the local stores, without a runtime. */
function rowsOf<Row>(store: 'd1' | 'r2', sql: string): Row[] {
  const place = join(state, 'v3', store)
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.sqlite') && !file.includes('metadata'))
    .flatMap((file) => {
      const database = new DatabaseSync(join(place, file), { readOnly: true })
      const rows = database.prepare(sql).all() as Row[]
      database.close()
      return rows
    })
}

/** The items that were sent, and the files that nothing knows: what a cut-off request had put is noted, and goes at night. */
function stored() {
  const items = rowsOf<{ slug: string; sha256: string; files: number }>(
    'd1',
    `SELECT g.slug, u.sha256, (SELECT count(*) FROM renditions WHERE gif_id = g.id) AS files
       FROM gifs AS g JOIN uploads AS u ON u.gif_id = g.id`,
  )
  const known = rowsOf<{ r2_key: string }>(
    'd1',
    `SELECT r2_key FROM renditions UNION SELECT r2_key FROM unused_files
      UNION SELECT avatar_key FROM users UNION SELECT banner_key FROM users`,
  )
  const noted = new Set([...keysBefore, ...known.map(({ r2_key }) => r2_key)])
  return { items, stray: storedKeys().filter((key) => !noted.has(key)) }
}

const storedKeys = () =>
  rowsOf<{ key: string }>('r2', "SELECT key FROM _mf_objects WHERE key LIKE 'm/%'").map(({ key }) => key)

const DEMO = ['hello-wave', 'a-day-over-the-bay']

const demoItems = async () =>
  (await readManifest(join(root, 'seed'))).items.filter(({ slug }) => DEMO.includes(slug))

/** A folder with two items of the demo library: a GIF and a film. */
async function demoOfTwo(): Promise<string> {
  const [from, to] = [join(root, 'seed'), join(folder, 'demo')]
  for (const slug of DEMO) await cp(join(from, 'media', slug), join(to, 'media', slug), { recursive: true })
  const items = await demoItems()
  await writeManifest(to, { version: 1, users: [], channels: [], categories: [], searches: [], items })
  return to
}

/** How many files an item of the manifest has in all its renditions. */
const countFiles = (renditions: object) =>
  Object.values(renditions).flatMap((one) => Object.values(one).filter((value) => typeof value === 'object'))
    .length

describe('npm run ingest -- DIR --to URL', () => {
  it('a library goes with the renditions and words that it has', { timeout: 180_000 }, async () => {
    const demo = await demoOfTwo()
    const first = ingest(demo, '--to', base)
    expect([await first.ended, first.said()]).toEqual([
      0,
      expect.stringContaining('2 sent, 0 completed, 0 updated'),
    ])
    const again = ingest(demo, '--to', base)
    expect([await again.ended, again.said()]).toEqual([0, expect.stringContaining('2 already there')])
    const [, id = ''] = /a-day-over-the-bay: sent \((\w+)\)/.exec(first.said()) ?? []
    const response = await fetch(`${base}/v1/gifs/${id}`)
    const { data } = (await response.json()) as { data: { type: string; images: { hd?: { mp4?: string } } } }
    expect(data.type).toBe('video')
    expect((await fetch(data.images.hd?.mp4 ?? '')).status).toBe(200)
  })

  it('F36: makers share what waits, one that is ended gives back what it has, and all is made', {
    timeout: 300_000,
  }, async () => {
    const headers = { Authorization: `Token ${TOKEN}` }
    const ids = await Promise.all(
      [100, 101].map(
        async (number) => ((await (await upload(number)).json()) as { data: { id: string } }).data.id,
      ),
    )
    const stateOf = async (id: string) =>
      (await fetch(`${base}/api/v3/uploads/${id}`, { headers })).json() as Promise<{
        state: string
        made: number
      }>
    const states = async () => (await Promise.all(ids.map(stateOf))).map(({ state }) => state)
    const ended = makeRenditions()
    await vi.waitFor(() => expect(ended.said()).toContain('makes gif'), { timeout: 60_000, interval: 20 })
    ended.child.kill('SIGTERM')
    expect(await ended.ended).toBe(0)
    // The image service of this server has begun too.
    const idle = async () => expect(await states()).not.toContain('working')
    await vi.waitFor(idle, { timeout: 60_000, interval: 200 })
    const makers = [makeRenditions('--once'), makeRenditions('--once')]
    for (const { ended, said } of makers)
      expect([await ended, said()]).toEqual([0, expect.stringContaining(' made, 0 failed')])
    expect(await Promise.all(ids.map(stateOf))).toEqual(
      ids.map(() => expect.objectContaining({ state: 'done', reason: '', planned: 0 })),
    )
    for (const name of ['fixed_width.gif', 'original.mp4', 'fixed_height_small_still.gif'])
      expect((await fetch(`${base}/media/${ids[0]}/${name}`)).status).toBe(200)
    const last = makeRenditions('--once')
    expect([await last.ended, last.said()]).toEqual([0, expect.stringContaining('0 made, 0 failed')])
    // As the handbook prints it: the library's others get their hashes too.
    const [line = '', ...others] = linesOf('maker')
    const [script = '', ...args] = commandOf(line.replace('https://gifs.example.com', base))
    const hashes = run(script, ...args)
    expect([others, await hashes.ended, hashes.said()]).toEqual([
      [],
      0,
      expect.stringMatching(/\d+ made, 0 failed, 0 left/),
    ])
    expect(makers.map(({ said }) => said()).join()).not.toContain(TOKEN)
    for (const id of ids) await fetch(`${base}/api/v1/gifs/${id}/`, { method: 'DELETE', headers })
  })

  it('F36: killed twice, ends with each file exactly once and all renditions', {
    timeout: 600_000,
  }, async () => {
    await writeFile(join(folder, 'broken.gif'), 'GIF89a')
    // As a run leaves it that was killed between a file and its renditions.
    expect((await upload(FILES - 1)).status).toBe(200)
    await killedAfter(3)
    await killedAfter(3)
    const last = ingest(folder, '--to', base)
    expect([await last.ended, last.said()]).toEqual([
      1,
      expect.stringMatching(/broken\.gif: refused \(truncated\)/),
    ])
    expect(last.said()).toContain('1 refused')

    const again = ingest(folder, '--to', base)
    await again.ended
    expect(again.said()).toContain(`0 sent, 0 completed, 0 updated, ${FILES} already there, 1 refused`)
    expect(again.said() + last.said()).not.toContain(TOKEN)
    // Other tests may be at work here.
    const left = (await readdir(join(root, '.wrangler/ingest'))).filter(
      (name) => !isAlive(name.replace('-', ' ')),
    )
    expect(left).toEqual([])

    await stop()
    const { items, stray } = stored()
    expect(items.map(({ slug }) => slug)).toContain('square-0')
    expect(items).toHaveLength(FILES + 2)
    expect(new Set(items.map(({ sha256 }) => sha256)).size).toBe(FILES + 2)
    const demo = (await demoItems()).map(({ renditions }) => countFiles(renditions))
    const counts = items.map(({ files }) => files)
    for (const count of demo) counts.splice(counts.indexOf(count), 1)
    expect(counts).toHaveLength(FILES)
    // The same file in other colors: each has all of it.
    expect(new Set(counts).size).toBe(1)
    expect(counts[0]).toBeGreaterThan(RENDITIONS.least)
    expect(counts[0]).toBeLessThanOrEqual(RENDITIONS.most)
    expect(stray).toEqual([])
  })
})
