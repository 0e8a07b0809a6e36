import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { freePort } from '../../tools/steps/free-port.ts'
import { serveBare } from '../../tools/steps/serve-bare.ts'
import { copyBuild } from '../../tools/steps/serve-simulated.ts'
import { workerModules } from '../../tools/steps/worker-modules.ts'
import { type Sent, serveFloors, serveHello } from './bare-hono.ts'
import { withPid } from './process-cpu.ts'
import { EMBED, HEAVY, type ServerName } from './targets.ts'
import { serveWorkerd } from './workerd.ts'

export type Served = { port: number; pid: number | undefined }

export type ServerRig = {
  servers: Record<ServerName, Served>
  /** Where the provider is. */
  stub: string
  stubPort: number
  /** How many requests the provider got for a path. */
  callsOf: (path: string) => Promise<number>
  stop: () => Promise<void>
}

/** Starts the stub provider in a thread of its own. */
export async function startStub() {
  const port = await freePort()
  const provider = new Worker(new URL('./stub-provider.ts', import.meta.url), { workerData: port })
  await once(provider, 'message')
  return { url: `http://127.0.0.1:${port}`, port, stop: () => provider.terminate() }
}

/** Starts the stub provider, the product (with and without a queue), hello and floors, each a process or thread of its own. */
export async function startServerRig(): Promise<ServerRig> {
  const { url: stub, port: stubPort, stop: stopStub } = await startStub()
  const vars = { PROVIDER_URL: stub, PROVIDER_KEY: 'bench', PINGBACK_URL: stub }
  const product = await served((port) => serveBare({ port, vars }))
  const modules = workerModules(await copyBuild())
  const queued = await served((port) =>
    serveWorkerd({ port, ready: '/healthz', modules, vars, queue: 'PINGBACKS' }),
  )
  const hello = await served(serveHello)
  const [list, page] = await Promise.all([HEAVY, EMBED].map((path) => sentBy(product.port, path)))
  if (!list || !page) throw new RangeError('Two were asked for')
  const floors = await served((port) => serveFloors(port, list, page, stub))
  const servers = { product, queued, hello, floors }
  return {
    servers,
    stub,
    stubPort,
    callsOf: async (path) => {
      const response = await fetch(`${stub}/calls?path=${encodeURIComponent(path)}`)
      return ((await response.json()) as { count: number }).count
    },
    stop: async () => {
      await Promise.all(Object.values(servers).map(({ stop }) => stop()))
      await stopStub()
    },
  }
}

/** What the product sends, as it does. */
async function sentBy(port: number, path: string): Promise<Sent> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const {
    date: _date,
    'content-length': _length,
    'transfer-encoding': _chunks,
    ...headers
  } = Object.fromEntries(response.headers)
  return { bytes, headers }
}

async function served(start: (port: number) => Promise<() => Promise<void>>) {
  const port = await freePort()
  const { value, pid } = await withPid('workerd', () => start(port))
  return { port, pid, stop: value }
}
