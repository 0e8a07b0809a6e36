import { setTimeout as pause } from 'node:timers/promises'
import { gif } from './gif.ts'
import { type Sample, type Server, sampleOf, start } from './installed.ts'
import type { PingbackSink } from './pingback-sink.ts'
import { ask } from './reads.ts'

/** Kills of the server while everything runs, each a tenth of the time after the last: memory has the rest to itself. */
export const KILLS = 3
export const PARTS = 10
/** ms between two samples of memory. */
const SAMPLE_MS = 5000
/** Readers, and ms that each rests between two requests. */
const READERS = { count: 6, rest: 15 }
const UPLOAD_EVERY_MS = 550
const PING_EVERY_MS = 25

type Soak = {
  /** The package's folder, and that of the library. */
  folder: string
  data: string
  token: string
  minutes: number
  sink: PingbackSink
}

/** What happened, and what was accepted. */
function begin(server: Server, { minutes }: Soak) {
  const begun = Date.now()
  return {
    server,
    base: server.base,
    items: new Map<string, number>(),
    events: new Set<string>(),
    times: [] as number[],
    /** Reads that failed: around a kill, and the others by their status. */
    wrong: { during: 0, other: [] as number[] },
    samples: [] as Sample[],
    restarts: [] as number[],
    /** Whether the server is killed, and not yet back. */
    isAway: false,
    requests: 0,
    renewals: 0,
    minute: () => (Date.now() - begun) / 60_000,
    isOver: () => Date.now() > begun + minutes * 60_000,
  }
}

type Run = ReturnType<typeof begin>

function pathOf({ items }: Run, n: number): string {
  const id = [...items.keys()][n % Math.max(items.size, 1)]
  const paths = [
    '/v1/gifs/trending?limit=10',
    '/v1/gifs/search?q=bench',
    `/v1/gifs/search?q=number+${n}`,
    '/',
    ...(id ? [`/embed/${id}`, `/embed/${id}`, `/media/${id}/original.gif`] : []),
  ]
  return paths[n % paths.length] ?? '/'
}

async function read(run: Run, reader: number): Promise<void> {
  for (let n = reader; !run.isOver(); n += READERS.count) {
    const { status, ms } = await ask(run.base, { path: pathOf(run, n) }, n)
    run.requests++
    if (status === 200) run.times.push(ms)
    else if (run.isAway) run.wrong.during++
    else run.wrong.other.push(status)
    await pause(run.isAway ? 200 : READERS.rest)
  }
}

async function upload(run: Run, { token }: Soak): Promise<void> {
  const headers = { Authorization: `Token ${token}` }
  for (let n = 1; !run.isOver(); n++) {
    const body = new FormData()
    body.append('file', new Blob([gif(n)]), 'a.gif')
    body.append('tags', `bench,number ${n}`)
    const response = await fetch(`${run.base}/v1/gifs`, { method: 'POST', body, headers }).catch(
      () => undefined,
    )
    const answer = response?.ok ? await response.json().catch(() => undefined) : undefined
    const id = (answer as { data?: { id: string } } | undefined)?.data?.id
    if (id) run.items.set(id, n)
    await pause(UPLOAD_EVERY_MS)
  }
}

async function ping(run: Run): Promise<void> {
  for (let n = 0; !run.isOver(); n++) {
    const response = await fetch(`${run.base}/v2/pingback`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.${n % 250}.${Math.floor(n / 250) % 250}.7`,
      },
      body: JSON.stringify({ events: [{ ts: Date.now(), user_id: `u${n}`, action_type: 'SEEN' }] }),
    }).catch(() => undefined)
    if (response?.ok) run.events.add(`u${n}`)
    await pause(PING_EVERY_MS)
  }
}

async function sample(run: Run, { data }: Soak): Promise<void> {
  for (; !run.isOver(); await pause(SAMPLE_MS)) {
    const taken = sampleOf(data, run.minute())
    if (taken && !run.isAway) run.samples.push(taken)
  }
}

const renewalsOf = ({ said }: Server) => said().split('"kind":"renew"').length - 1

async function kill(run: Run, { folder, data, minutes, sink }: Soak): Promise<void> {
  const port = Number(new URL(run.base).port)
  for (let kill = 1; kill <= KILLS; kill++) {
    await pause((minutes * 60_000) / PARTS)
    run.isAway = true
    run.renewals += renewalsOf(run.server)
    run.server.child.kill('SIGKILL')
    run.server = await start(folder, data, port, sink.url)
    run.restarts.push(run.server.seconds)
    run.isAway = false
  }
}

/** What was accepted and is not there. */
async function lostOf({ base, items, events }: Run, { arrived }: PingbackSink) {
  const missing = () => [...events].filter((user) => !arrived.has(user)).length
  for (let waited = 0; waited < 60 && missing() > 0; waited++) await pause(1000)
  let lostItems = 0
  for (const [id, number] of items) {
    const response = await fetch(`${base}/media/${id}/original.gif`)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200 || !bytes.equals(Buffer.from(gif(number)))) lostItems++
  }
  return { lostItems, lostEvents: missing() }
}

/** Everything at once for some minutes, the server killed in between; then looks for all that was accepted. */
export async function soak(first: Server, options: Soak) {
  const run = begin(first, options)
  const readers = Array.from({ length: READERS.count }, (_, reader) => read(run, reader))
  await Promise.all([...readers, upload(run, options), ping(run), sample(run, options), kill(run, options)])
  run.renewals += renewalsOf(run.server)
  return { ...run, ...(await lostOf(run, options.sink)) }
}
