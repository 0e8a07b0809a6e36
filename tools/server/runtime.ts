import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { convertV4MiniflareOptions, LogLevel, Miniflare, Log as MiniflareLog, Response } from 'miniflare'
import { workerModules } from '../steps/worker-modules.ts'
import type { Log } from './log.ts'
import type { Site } from './site.ts'

/** What Node does for the Workers. */
export type Node = { mail?: (text: string) => Promise<void>; state: () => object }

export type RuntimeOptions = {
  site: Site
  /** The folder of what lasts. */
  data: string
  vars: Record<string, string>
  node: Node
  log: Log
}

/** The product's Worker, as it runs. */
export type Runtime = {
  /** Where it listens, on this machine alone. */
  port: number
  db: D1Database
  scheduled: (cron: string, at: Date) => Promise<unknown>
  /** Goes on with what the queues had left. */
  wake: () => Promise<void>
  dispose: () => Promise<void>
}

const HOST = '127.0.0.1'
const LEVELS: Record<string, 'warn' | 'error'> = { warn: 'warn', error: 'error' }

/** Miniflare's own words, as lines of our log. */
class Lines extends MiniflareLog {
  readonly #write: Log
  constructor(write: Log) {
    super(LogLevel.WARN)
    this.#write = write
  }
  protected override log(message: string): void {
    this.#write('warn', message)
  }
}

const fetchNode = (node: Node) => async (request: { url: string; text(): Promise<string> }) => {
  if (new URL(request.url).pathname === '/state') return Response.json(node.state())
  try {
    await node.mail?.(await request.text())
    return new Response(null, { status: 204 })
  } catch (error) {
    return new Response(error instanceof Error ? error.message : 'not sent', { status: 502 })
  }
}

/** Signals that end the server in its own way. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Does something without what it adds to the signals' listeners: Miniflare ends the process with a signal, and all that it answers. */
function withoutListeners<T>(act: () => T): T {
  const before = SIGNALS.map((signal) => new Set(process.listeners(signal)))
  const value = act()
  for (const [at, signal] of SIGNALS.entries())
    for (const listener of process.listeners(signal))
      if (!before[at]?.has(listener)) process.off(signal, listener)
  return value
}

/** Starts the Worker with its stores in the folder. */
export async function startRuntime({ site, data, vars, node, log }: RuntimeOptions): Promise<Runtime> {
  const { queueConsumers, cronTriggers: _cron, bindings: _defaults, ...options } = site.options
  const { compatibilityDate, compatibilityFlags } = options
  const common = { compatibilityDate, compatibilityFlags }
  const seam = (entrypoint: string) => ({ name: 'machine', entrypoint })
  const script = (name: string, contents?: string) => ({
    modulesRoot: site.folder,
    modules: [{ type: 'ESModule' as const, path: join(site.folder, name), ...(contents && { contents }) }],
  })
  mkdirSync(join(data, 'v3'), { recursive: true })
  const miniflareOptions = convertV4MiniflareOptions({
    host: HOST,
    port: 0,
    cf: false,
    log: new Lines(log),
    telemetry: { enabled: false },
    resourcePersistencePath: join(data, 'v3'),
    handleStructuredLogs: ({ level, message }) => log(LEVELS[level] ?? 'info', message),
    workers: [
      {
        ...options,
        name: 'loopframe',
        bindings: vars,
        modules: workerModules(site.folder).map(({ path }) => ({ type: 'ESModule' as const, path })),
        modulesRoot: join(site.folder, 'worker'),
        serviceBindings: {
          ASSETS: 'assets',
          JOBS: seam('Jobs'),
          PINGBACKS: seam('Pingbacks'),
          MACHINE: seam('Machine'),
          ...(node.mail && { MAIL: seam('Mail') }),
        },
        // The front gives it whole addresses: their scheme is the visitor's.
        unsafeDirectSockets: [{ host: HOST, port: 0, proxy: true }],
      },
      {
        ...common,
        ...script('assets.js', 'export default { fetch: () => new Response(null, { status: 404 }) }'),
        name: 'assets',
        assets: {
          directory: join(site.folder, 'assets'),
          routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: false },
          assetConfig: { not_found_handling: 'none' },
        },
      },
      {
        ...common,
        ...script('machine.js'),
        // `queue()` of a service binding.
        compatibilityFlags: [...compatibilityFlags, 'service_binding_extra_handlers'],
        name: 'machine',
        bindings: { RULES: queueConsumers },
        durableObjects: {
          QUEUES: { className: 'StoredQueue', useSQLite: true, unsafePreventEviction: true },
        },
        serviceBindings: { PRODUCT: 'loopframe', NODE: fetchNode(node) },
      },
    ],
  })
  const miniflare = withoutListeners(() => new Miniflare(miniflareOptions))
  await miniflare.ready
  const [product, machine, url, db] = await Promise.all([
    miniflare.getWorker('loopframe'),
    miniflare.getWorker('machine'),
    miniflare.unsafeGetDirectURL('loopframe'),
    miniflare.getD1Database('DB', 'loopframe'),
  ])
  return {
    port: Number(url.port),
    db: db as unknown as D1Database,
    scheduled: (cron, scheduledTime) => product.scheduled({ cron, scheduledTime }),
    dispose: () => miniflare.dispose(),
    wake: async () => {
      await machine.fetch('http://machine/wake')
    },
  }
}
