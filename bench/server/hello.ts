import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as esbuild from 'esbuild'
import { root } from '../../tools/run-step.ts'
import { waitUntilUp } from '../../tools/wait-until-up.ts'

// A CommonJS module whose path is its `default`: an import would give the object around it.
const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string }

const SOURCE = `import { Hono } from 'hono'
export default new Hono().get('/', (c) => c.text('hi'))`

const configuration = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "index.js", esModule = embed "index.js")],
    compatibilityDate = "2026-10-15"))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);
`

/** The yardstick: a bare Hono `c.text('hi')` under plain workerd, built as the product is. Gives the way to stop it. */
export async function serveHello(port: number): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'loopframe-hello-'))
  const stdin = { contents: SOURCE, resolveDir: root }
  await esbuild.build({
    stdin,
    outfile: join(dir, 'index.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  })
  const file = join(dir, 'hello.capnp')
  writeFileSync(file, configuration(port))
  const server = spawn(workerd, ['serve', file, 'config'], { stdio: 'inherit' })
  process.once('exit', () => server.kill())
  await waitUntilUp(`http://127.0.0.1:${port}/`)
  return async () => {
    server.kill('SIGTERM')
    rmSync(dir, { recursive: true, force: true })
  }
}
