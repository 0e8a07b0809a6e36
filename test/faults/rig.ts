/**
 * The built Worker under plain workerd, each of its bindings a service of ours that can be broken: how KV, the Cache API, D1,
 * R2 and queues fail is thereby what the runtime makes of it, and not what a test double thinks.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { copyBuild } from '../../tools/steps/serve-simulated.ts'
import { temporaryFolder } from '../../tools/steps/temporary-folder.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { workerModules } from '../../tools/steps/worker-modules.ts'
import { openDatabase } from '../fixtures/library/database.ts'
import { d1Service } from './d1-service.ts'
import { type FaultPoint, startFaultPoint } from './fault-point.ts'
import { r2Service } from './r2-service.ts'
import { upstreamService } from './upstream-service.ts'

// A CommonJS module whose path is its `default`: an import would return the module object.
const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string }

const POINTS = ['kv', 'cache', 'd1', 'r2', 'queue', 'upstream'] as const

/** What a queue says of a message that it has taken. */
const SENT = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0, oldestMessageTimestamp: 0 } } }

export type Rig = {
  points: Record<(typeof POINTS)[number], FaultPoint>
  base: string
  /** The port of V8's inspector. */
  inspector: number
  /** The database behind `DB`. */
  db: DatabaseSync
  /** What the server has logged. */
  log: () => string
  get: (path: string, init?: RequestInit) => Promise<Timed>
  stop: () => Promise<void>
}

/** A response read to its end, and how many ms that took. */
export type Timed = { status: number; headers: Headers; text: string; ms: number }

const quote = (value: string) => JSON.stringify(value)

const list = (lines: readonly string[]) => `[${lines.join(', ')}]`

function configuration(
  port: number,
  build: string,
  points: Rig['points'],
  vars: Record<string, string>,
): string {
  const modules = workerModules(build).map(
    ({ path, name }) => `(name = ${quote(name)}, esModule = embed ${quote(path)})`,
  )
  const services = POINTS.map(
    (name) => `(name = "${name}", external = (address = "127.0.0.1:${points[name].port}", http = ()))`,
  )
  const bindings = [
    ...Object.entries(vars).map(([name, value]) => `(name = ${quote(name)}, text = ${quote(value)})`),
    '(name = "CACHE", kvNamespace = "kv")',
    '(name = "MEDIA", r2Bucket = "r2")',
    '(name = "PINGBACKS", queue = "queue")',
    '(name = "JOBS", queue = "queue")',
    '(name = "DB", wrapped = (moduleName = "cloudflare-internal:d1-api", innerBindings = [(name = "fetcher", service = "d1")]))',
  ]
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = ${list(modules)},
      compatibilityDate = "2026-10-15",
      bindings = ${list(bindings)},
      cacheApiOutbound = "cache",
      globalOutbound = "upstream")),
    ${services.join(',\n    ')}],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);
`
}

/** Starts it with every binding well. Without `PROVIDER_URL` among the variables it serves the demo library. */
export async function startRig(vars: Record<string, string>): Promise<Rig> {
  const db = openDatabase(await copyLibrary())
  const points: Rig['points'] = {
    kv: await startFaultPoint(
      ({ method }, response) => void response.writeHead(method === 'GET' ? 404 : 200).end(),
    ),
    cache: await startFaultPoint(
      (_request, response) => void response.writeHead(504, { 'CF-Cache-Status': 'MISS' }).end(),
    ),
    d1: await startFaultPoint(d1Service(db)),
    r2: await startFaultPoint(r2Service),
    queue: await startFaultPoint((_request, response) => void response.end(JSON.stringify(SENT))),
    upstream: await startFaultPoint(upstreamService),
  }
  const port = await freePort()
  const file = join(temporaryFolder('faults'), 'server.capnp')
  writeFileSync(file, configuration(port, await copyBuild(), points, vars))
  const inspector = await freePort()
  const flags = ['--experimental', '--import-path=/', `--inspector-addr=127.0.0.1:${inspector}`]
  const args = ['serve', ...flags, file, 'config']
  const server = spawn(workerd, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const output of [server.stdout, server.stderr]) {
    output.on('data', (chunk) => {
      log += chunk
    })
  }
  // However this process ends, its server ends with it.
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  return {
    points,
    base,
    inspector,
    db,
    log: () => log,
    get: async (path, init) => {
      const start = performance.now()
      const response = await fetch(base + path, {
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
        ...init,
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, ms: performance.now() - start }
    },
    stop: async () => {
      process.off('exit', end)
      end()
      await once(server, 'exit')
      await Promise.all(Object.values(points).map((point) => point.close()))
      db.close()
    },
  }
}
