import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { copyBuild, type ServeOptions } from './serve-simulated.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { waitUntilUp } from './wait-until-up.ts'
import { workerModules } from './worker-modules.ts'

/** A text of workerd's configuration language, quoted. */
export const text = (value: string): string => JSON.stringify(value)

/** A workerd configuration: the modules, the variables as text bindings, the network, one socket. */
function configuration({ port, vars }: ServeOptions, build: string): string {
  const modules = workerModules(build).map(
    ({ path, name }) => `(name = ${text(name)}, esModule = embed ${text(path)})`,
  )
  const bindings = Object.entries(vars).map(
    ([name, value]) => `(name = ${text(name)}, text = ${text(value)})`,
  )
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [${modules.join(', ')}],
      compatibilityDate = "2026-10-15",
      bindings = [${bindings.join(', ')}],
      globalOutbound = "network")),
    (name = "network", network = (allow = ["public", "private", "local"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);
`
}

/**
 * Runs the bundle under plain workerd, without a single binding; returns a function that stops it.
 * @param inspector the port of V8's inspector; off without one.
 */
export async function serveBare(
  options: ServeOptions & { inspector?: number },
): Promise<() => Promise<void>> {
  const file = join(temporaryFolder('bare'), 'bare.capnp')
  writeFileSync(file, configuration(options, await copyBuild()))
  const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string }
  const flags = options.inspector ? [`--inspector-addr=127.0.0.1:${options.inspector}`] : []
  const server = spawn(workerd, ['serve', '--import-path=/', ...flags, file, 'config'], { stdio: 'inherit' })
  // However this process ends, its server ends with it.
  process.once('exit', () => server.kill('SIGTERM'))
  await waitUntilUp(`http://127.0.0.1:${options.port}/healthz`)
  return async () => {
    server.kill('SIGTERM')
  }
}
