import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { residentBytes } from '../tools/server/processes.ts'
import { freePort } from '../tools/steps/free-port.ts'
import { must, root } from '../tools/steps/run-step.ts'
import { temporaryFolder } from '../tools/steps/temporary-folder.ts'
import { waitUntilUp } from '../tools/steps/wait-until-up.ts'
import type { Findings } from './figure.ts'
import { quantile } from './statistics.ts'

const MB = 1024 ** 2
/** Kills of the server while everything runs. */
const KILLS = 3
/** ms between two samples of memory. */
const SAMPLE_MS = 5000
/** Readers, and ms that each rests between two requests. */
const READERS = { count: 6, rest: 15 }
const UPLOAD_EVERY_MS = 550
const PING_EVERY_MS = 25
/** Connections and ms of the measurement at full speed. */
const FULL = { connections: 16, ms: 8000 }

type Server = { child: ChildProcess; base: string; seconds: number; said: () => string }
type Sample = { at: number; server: number; runtime: number }

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** The package, installed into an empty folder: how long it took, and what is there. */
async function install() {
  await must('The package', ['tools/server/pack.ts'])
  const tarball =
    readdirSync(join(root, 'dist')).find((name) => /^loopframe-server-.*\.tgz$/.test(name)) ?? ''
  const folder = temporaryFolder('npx')
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true}')
  const start = performance.now()
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...quiet, join(root, 'dist', tarball)], { cwd: folder, stdio: 'ignore' })
  const seconds = (performance.now() - start) / 1000
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  // A file that has two names takes its room once.
  const rooms = new Map(
    files.map((file) => {
      const { ino = 0, blocks = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
      return [ino, blocks * 512]
    }),
  )
  const bytes = [...rooms.values()].reduce((sum, size) => sum + size, 0)
  return { folder, seconds, packages: Object.keys(lock.packages).length, megabytes: bytes / MB }
}

async function start(folder: string, data: string, port: number, sink: string): Promise<Server> {
  const begun = performance.now()
  const args = ['--data', data, '--port', String(port), '--trust-proxy', '127.0.0.1']
  const vars = ['--var', 'MAKER:off', '--var', `PINGBACK_URL:${sink}`, '--var', 'LOGS:off']
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules/loopframe-server/bin.js'), ...args, ...vars],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  return { child, base, seconds: (performance.now() - begun) / 1000, said: () => said }
}

/** Signs in by the printed link, as staff, and makes a token. */
async function tokenOf({ base, said }: Server): Promise<string> {
  while (!said().includes('/login?token=')) await pause(50)
  const link = /\/login\?token=([\w-]{43})/.exec(said())?.[1] ?? ''
  const origin = { Origin: base, 'Sec-Fetch-Site': 'same-origin' }
  const login = await fetch(`${base}/api/v3/login`, {
    method: 'POST',
    headers: origin,
    body: new URLSearchParams({ token: link }),
  })
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.split('=')[1] ?? ''
  const made = await fetch(`${base}/api/v3/tokens`, {
    method: 'POST',
    headers: { ...origin, Cookie: cookies.join('; '), 'X-CSRFToken': csrf },
    body: new URLSearchParams([
      ['name', 'bench'],
      ['scopes', 'read'],
      ['scopes', 'upload'],
    ]),
  })
  return ((await made.json()) as { token: string }).token
}

/** A GIF of one frame that no other number has: its comment differs. */
function gif(number: number): Uint8Array<ArrayBuffer> {
  const text = `number ${number}`
  const bytes = [...Buffer.from('GIF89a'), 64, 0, 64, 0, 0x80, 0, 0, number % 256, 99, 200, 255, 255, 255]
  const comment = [0x21, 0xfe, text.length, ...Buffer.from(text), 0]
  const frame = [0x21, 0xf9, 4, 4, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 64, 0, 64, 0, 0, 2]
  // Codes of 3 bits, with a clear code before the table grows.
  const codes: number[] = []
  for (let pixel = 0; pixel < 64 * 64; pixel++) {
    if (pixel % 2 === 0) codes.push(4)
    codes.push((pixel + number) % 3 === 0 ? 1 : 0)
  }
  codes.push(5)
  const data: number[] = []
  let held = 0
  let bits = 0
  for (const code of codes) {
    held |= code << bits
    bits += 3
    while (bits >= 8) {
      data.push(held & 255)
      held >>= 8
      bits -= 8
    }
  }
  data.push(held)
  const blocks: number[] = []
  for (let at = 0; at < data.length; at += 255) {
    const part = data.slice(at, at + 255)
    blocks.push(part.length, ...part)
  }
  return new Uint8Array([...bytes, ...comment, ...frame, ...blocks, 0, 0x3b])
}

/** The status of a read, and its ms; 0 where there was none. */
function get(base: string, path: string, from: number): Promise<{ status: number; ms: number }> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const headers = { 'X-Forwarded-For': `10.1.${from % 250}.${Math.floor(from / 250) % 250}` }
    const asked = request(`${base}${path}`, { agent, headers }, (response) => {
      response.resume()
      const end = (status: number) => resolve({ status, ms: performance.now() - begun })
      response.on('end', () => end(response.statusCode ?? 0)).on('error', () => end(0))
    })
    asked.on('error', () => resolve({ status: 0, ms: performance.now() - begun }))
    asked.end()
  })
}

/** Requests a second with all connections at work. */
async function fullSpeed(base: string, path: string): Promise<number> {
  let done = 0
  const until = performance.now() + FULL.ms
  const loops = Array.from({ length: FULL.connections }, async (_, from) => {
    while (performance.now() < until) if ((await get(base, path, from)).status === 200) done++
  })
  await Promise.all(loops)
  return (done / FULL.ms) * 1000
}

/** A pingback service that notes whose events arrive. */
async function pingbackSink() {
  const arrived = new Set<string>()
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    for (const { user_id } of JSON.parse(text).events) arrived.add(user_id)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived }
}

/** What a server says of its processes (`tools/steps/data-folder.ts`). */
function sampleOf(data: string, at: number): Sample | undefined {
  try {
    const { pid, children = [] } = JSON.parse(readFileSync(join(data, 'lock'), 'utf8'))
    const runtime = children.reduce(
      (sum: number, child: string) => sum + residentBytes(Number.parseInt(child, 10)),
      0,
    )
    return { at, server: residentBytes(pid) / MB, runtime: runtime / MB }
  } catch {
    return undefined
  }
}

/** Everything at once for some minutes, the server killed in between; then looks for all that was accepted. */
async function soak(
  folder: string,
  data: string,
  first: Server,
  token: string,
  minutes: number,
  sink: Awaited<ReturnType<typeof pingbackSink>>,
) {
  let server = first
  const { base } = first
  const port = Number(new URL(base).port)
  const items = new Map<string, number>()
  const events = new Set<string>()
  const times: number[] = []
  const wrong = { during: 0, other: 0 }
  const samples: Sample[] = []
  const restarts: number[] = []
  const until = Date.now() + minutes * 60_000
  let isAway = false
  let requests = 0
  const isOver = () => Date.now() > until

  const readers = Array.from({ length: READERS.count }, async (_, reader) => {
    for (let n = reader; !isOver(); n += READERS.count) {
      const ids = [...items.keys()]
      const id = ids[n % Math.max(ids.length, 1)]
      const paths = [
        '/v1/gifs/trending?limit=10',
        '/v1/gifs/search?q=bench',
        '/',
        ...(id ? [`/embed/${id}`, `/embed/${id}`, `/media/${id}/original.gif`] : []),
      ]
      const { status, ms } = await get(base, paths[n % paths.length] ?? '/', n)
      requests++
      if (status === 200) times.push(ms)
      else if (isAway) wrong.during++
      else wrong.other++
      await pause(isAway ? 200 : READERS.rest)
    }
  })
  const uploader = (async () => {
    for (let n = 1; !isOver(); n++) {
      const body = new FormData()
      body.append('file', new Blob([gif(n)]), 'a.gif')
      body.append('tags', `bench,number ${n}`)
      const headers = { Authorization: `Token ${token}` }
      const response = await fetch(`${base}/v1/gifs`, { method: 'POST', body, headers }).catch(
        () => undefined,
      )
      const id = response?.ok
        ? ((await response.json().catch(() => ({}))) as { data?: { id: string } }).data?.id
        : undefined
      if (id) items.set(id, n)
      await pause(UPLOAD_EVERY_MS)
    }
  })()
  const pinger = (async () => {
    for (let n = 0; !isOver(); n++) {
      const response = await fetch(`${base}/v2/pingback`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': `10.${n % 250}.${Math.floor(n / 250) % 250}.7`,
        },
        body: JSON.stringify({ events: [{ ts: Date.now(), user_id: `u${n}`, action_type: 'SEEN' }] }),
      }).catch(() => undefined)
      if (response?.ok) events.add(`u${n}`)
      await pause(PING_EVERY_MS)
    }
  })()
  const sampler = (async () => {
    for (const begun = Date.now(); !isOver(); await pause(SAMPLE_MS)) {
      const sample = sampleOf(data, (Date.now() - begun) / 60_000)
      if (sample && !isAway) samples.push(sample)
    }
  })()
  const killer = (async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      await pause((minutes * 60_000) / (KILLS + 1))
      isAway = true
      server.child.kill('SIGKILL')
      server = await start(folder, data, port, sink.url)
      restarts.push(server.seconds)
      isAway = false
    }
  })()
  await Promise.all([...readers, uploader, pinger, sampler, killer])

  for (let waited = 0; waited < 60 && [...events].some((user) => !sink.arrived.has(user)); waited++)
    await pause(1000)
  let lostItems = 0
  for (const [id, number] of items) {
    const response = await fetch(`${base}/media/${id}/original.gif`)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200 || !bytes.equals(Buffer.from(gif(number)))) lostItems++
  }
  const lostEvents = [...events].filter((user) => !sink.arrived.has(user)).length
  return {
    server,
    items: items.size,
    events: events.size,
    lostItems,
    lostEvents,
    requests,
    wrong,
    times,
    samples,
    restarts,
  }
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)

/**
 * The server for one machine, as it is installed: what it takes, how fast it is, and whether it keeps what it accepts (M56).
 * @param minutes how long everything runs at once
 */
export async function benchServe(minutes: number): Promise<Findings> {
  const installed = await install()
  const data = temporaryFolder('data')
  const sink = await pingbackSink()
  const first = await start(installed.folder, data, await freePort(), sink.url)
  const token = await tokenOf(first)
  await pause(15_000)
  const idle = sampleOf(data, 0) ?? { at: 0, server: Number.NaN, runtime: Number.NaN }
  const found = await soak(installed.folder, data, first, token, minutes, sink)
  const parts = Array.from({ length: 10 }, (_, part) =>
    found.samples.filter(({ at }) => Math.floor((at / minutes) * 10) === part),
  )
  const [{ base }] = [found.server]
  const list = (await (await fetch(`${base}/v1/gifs/search?q=bench&limit=1`)).json()) as {
    data: { id: string }[]
  }
  const id = list.data[0]?.id
  const embeds = await fullSpeed(base, `/embed/${id}`)
  const media = await fullSpeed(base, `/media/${id}/original.gif`)
  const loaded = sampleOf(data, 0)
  found.server.child.kill('SIGTERM')
  await once(found.server.child, 'exit')
  const at = (part: number) => Math.round(quantile(found.times, part))
  return {
    figures: [
      { what: 'install: packages', unit: '', value: installed.packages },
      { what: 'install', unit: 'MB', value: installed.megabytes },
      { what: 'install', unit: 's', value: installed.seconds },
      { what: 'first start, migrated', unit: 's', value: first.seconds },
      { what: 'start after a kill', unit: 's', value: mean(found.restarts) },
      { what: 'memory, idle: Node', unit: 'MB', value: idle.server },
      { what: 'memory, idle: runtime', unit: 'MB', value: idle.runtime },
      { what: 'memory, after full speed: Node', unit: 'MB', value: loaded?.server ?? Number.NaN },
      { what: 'memory, after full speed: runtime', unit: 'MB', value: loaded?.runtime ?? Number.NaN },
      { what: 'embeds a second', unit: '/s', value: embeds },
      { what: 'pictures a second', unit: '/s', value: media },
      { what: 'accepted uploads that are gone', unit: '', value: found.lostItems, budget: { max: 0 } },
      {
        what: 'accepted pingbacks that never arrived',
        unit: '',
        value: found.lostEvents,
        budget: { max: 0 },
      },
      { what: 'reads that failed while the server ran', unit: '', value: found.wrong.other },
    ],
    tables: [
      {
        title: `Everything at once for ${minutes} minutes, ${KILLS} kills`,
        rows: [
          { what: 'reads', value: found.requests },
          { what: 'reads that failed around a kill', value: found.wrong.during },
          { what: 'uploads accepted', value: found.items },
          { what: 'pingbacks accepted', value: found.events },
          { what: 'ms of a read: half; 95 %; 99 %', value: `${at(0.5)}; ${at(0.95)}; ${at(0.99)}` },
        ],
      },
      {
        title: 'Memory in MB by tenths of the time',
        rows: parts.map((samples, part) => ({
          part: part + 1,
          node: Math.round(mean(samples.map(({ server }) => server))),
          runtime: Math.round(mean(samples.map(({ runtime }) => runtime))),
        })),
      },
    ],
  }
}
