import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as esbuild from 'esbuild'
import { root } from '../../tools/steps/run-step.ts'
import { serveWorkerd } from './workerd.ts'

const HELLO = `import { Hono } from 'hono'
export default new Hono().get('/', (c) => c.text('hi'))`

/** Lower bounds for a Worker: the same bytes, parsing and forwarding, and nothing else. */
const FLOORS = `import { Hono } from 'hono'
const json = { headers: { 'Content-Type': 'application/json' } }
let bytes
export default new Hono()
  .get('/', (c) => c.text('hi'))
  .get('/bytes', (c) => new Response((bytes ??= new Uint8Array(c.env.BYTES)), json))
  .post('/queue', async (c) => {
    const { events } = await c.req.json()
    c.executionCtx.waitUntil(c.env.PINGBACKS.send(events))
    return c.body(null, 204)
  })
  .post('/request', async (c) => {
    const { events } = await c.req.json()
    const body = JSON.stringify({ events })
    const sent = fetch(c.env.PINGBACK_URL + '/v2/pingback', { method: 'POST', body, ...json })
    c.executionCtx.waitUntil(sent.then((response) => response.body?.cancel()))
    return c.body(null, 204)
  })`

/** Bundles a source as the product is bundled. */
async function moduleOf(contents: string): Promise<{ name: string; path: string }[]> {
  const path = join(mkdtempSync(join(tmpdir(), 'loopframe-hono-')), 'index.js')
  await esbuild.build({
    stdin: { contents, resolveDir: root },
    outfile: path,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  })
  return [{ name: 'index.js', path }]
}

/** The baseline: a bare Hono `c.text('hi')` under plain workerd. Returns a function that stops it. */
export const serveHello = async (port: number): Promise<() => Promise<void>> =>
  serveWorkerd({ port, ready: '/', modules: await moduleOf(HELLO) })

/** Bare Hono handlers with the minimum work of some targets. `body` is the response of `/bytes`. */
export async function serveFloors(port: number, body: Uint8Array, pingbackUrl: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'loopframe-bytes-')), 'body')
  writeFileSync(file, body)
  const modules = await moduleOf(FLOORS)
  const vars = { PINGBACK_URL: pingbackUrl }
  return serveWorkerd({ port, ready: '/', modules, vars, files: { BYTES: file }, queue: 'PINGBACKS' })
}
