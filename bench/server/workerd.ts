import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from '../../tools/steps/serve-bare.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'

// A CommonJS module whose path is its `default`: an import would return the module object.
const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string }

/** The program of a plain workerd: ES modules, the entry first; text bindings; files as bindings; a queue. */
export type WorkerdOptions = {
  port: number
  /** A path that responds with 200 as soon as the server is up. */
  ready: string
  modules: readonly { name: string; path: string }[]
  vars?: Record<string, string>
  files?: Record<string, string>
  /** The binding of a queue that accepts every message at once: delivery is the platform's cost, not ours. */
  queue?: string
  /** The port of V8's inspector; off without one. */
  inspector?: number
}

const QUEUE = 'export default () => ({ send: async () => {} })'

const list = (lines: readonly string[]) => `[${lines.join(', ')}]`

function configuration({ port, modules, vars = {}, files = {}, queue }: WorkerdOptions, dir: string): string {
  const queueFile = join(dir, 'queue.js')
  if (queue) writeFileSync(queueFile, QUEUE)
  const bindings = [
    ...Object.entries(vars).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`),
    ...Object.entries(files).map(([name, path]) => `(name = ${text(name)}, data = embed ${text(path)})`),
    ...(queue ? [`(name = ${text(queue)}, wrapped = (moduleName = "bench:queue"))`] : []),
  ]
  const extension = `(name = "bench:queue", internal = true, esModule = embed ${text(queueFile)})`
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  extensions = ${list(queue ? [`(modules = [${extension}])`] : [])},
  services = [
    (name = "main", worker = (
      modules = ${list(modules.map(({ name, path }) => `(name = ${text(name)}, esModule = embed ${text(path)})`))},
      compatibilityDate = "2026-10-15",
      bindings = ${list(bindings)},
      globalOutbound = "network")),
    (name = "network", network = (allow = ["public", "private", "local"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);
`
}

/** Starts the server; returns a function that stops it. */
export async function serveWorkerd(options: WorkerdOptions): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'loopframe-bench-'))
  const file = join(dir, 'server.capnp')
  writeFileSync(file, configuration(options, dir))
  const flags = options.inspector ? [`--inspector-addr=127.0.0.1:${options.inspector}`] : []
  const server = spawn(workerd, ['serve', '--import-path=/', ...flags, file, 'config'], { stdio: 'inherit' })
  const end = () => void server.kill('SIGTERM')
  process.once('exit', end)
  await waitUntilUp(`http://127.0.0.1:${options.port}${options.ready}`)
  return async () => {
    process.off('exit', end)
    end()
    rmSync(dir, { recursive: true, force: true })
  }
}
