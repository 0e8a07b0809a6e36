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
let page
let headers
export default new Hono()
  .get('/', (c) => c.text('hi'))
  .get('/bytes', (c) => new Response((bytes ??= new Uint8Array(c.env.BYTES)), json))
  .get('/page', (c) => new Response((page ??= new Uint8Array(c.env.PAGE)), { headers: (headers ??= JSON.parse(c.env.PAGE_HEADERS)) }))
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

export const helloModules = () => moduleOf(HELLO)

/** The baseline: a bare Hono `c.text('hi')` under plain workerd. Returns a function that stops it. */
export const serveHello = async (port: number): Promise<() => Promise<void>> =>
  serveWorkerd({ port, ready: '/', modules: await helloModules() })

/** What a floor sends as it is. */
export type Sent = { bytes: Uint8Array; headers: Record<string, string> }

/** Bare Hono handlers with the minimum work of some targets: `/bytes` and `/page` send what is given. */
export async function serveFloors(port: number, list: Sent, page: Sent, pingbackUrl: string) {
  const dir = mkdtempSync(join(tmpdir(), 'loopframe-bytes-'))
  const files = { BYTES: join(dir, 'list'), PAGE: join(dir, 'page') }
  writeFileSync(files.BYTES, list.bytes)
  writeFileSync(files.PAGE, page.bytes)
  const modules = await moduleOf(FLOORS)
  const vars = { PINGBACK_URL: pingbackUrl, PAGE_HEADERS: JSON.stringify(page.headers) }
  return serveWorkerd({ port, ready: '/', modules, vars, files, queue: 'PINGBACKS' })
}
