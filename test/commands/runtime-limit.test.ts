import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, expect, it, vi } from 'vitest'
import { holderOf } from '../../tools/steps/data-folder.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { root } from '../../tools/steps/run-step.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { loadEmbeds } from '../fixtures/library/load-embeds.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }
const servers: ChildProcess[] = []

afterAll(() => {
  for (const server of servers) server.kill('SIGKILL')
})

/** A server whose runtime may have little more than it takes when idle. */
async function serve(data: string, port: number) {
  const options = ['--data', data, '--port', String(port), '--trust-proxy', '127.0.0.1', '--memory', '256m']
  const child = spawn(process.execPath, ['tools/serve.ts', ...options, '--var', 'MAKER:off'], {
    cwd: root,
    // Without the server's own flags of V8, the memory grows faster.
    env: { ...process.env, MINIFLARE_WORKERD_V8_FLAGS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  servers.push(child)
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  await waitUntilUp(`http://127.0.0.1:${port}/healthz`)
  return {
    child,
    lines: (kind: string) => said.split('\n').filter((line) => line.includes(`"kind":"${kind}"`)),
  }
}

it('F39: a runtime at its memory limit restarts, and no request that visitors make meanwhile fails', async () => {
  const data = await copyLibrary()
  const port = await freePort()
  const { child, lines } = await serve(data, port)
  const [before] = holderOf(data)?.children ?? []
  const load = loadEmbeds(`http://127.0.0.1:${port}`, 6)
  await vi.waitFor(() => expect(lines('renew')).toHaveLength(1), PATIENCE)
  expect(lines('renew')[0]).toContain('its memory is at its limit')
  await vi.waitFor(() => expect(holderOf(data)?.children).not.toContain(before), PATIENCE)
  const visits = load.done.pingback
  await vi.waitFor(() => expect(load.done.pingback - visits).toBeGreaterThanOrEqual(20), PATIENCE)
  expect(await load.end()).toEqual([])
  expect(lines('runtime')).toEqual([])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
}, 300_000)
