import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { afterAll, expect, it, vi } from 'vitest'
import { copiesIn, placeOf } from '../../tools/deploying/copies.ts'
import { LIST } from '../../tools/deploying/old-assets.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { simulateAccount } from '../fixtures/account/account.ts'
import { loadEmbeds } from '../fixtures/library/load-embeds.ts'
import { runCommand } from '../fixtures/run-command.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const ends: (() => unknown)[] = []
afterAll(() => Promise.all(ends.map((end) => end())))

/** The address of an installation, which leads to one version at a time, as the platform switches. */
async function platform() {
  let live = 0
  const server = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming
    const onward = request({ host: '127.0.0.1', port: live, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response, () => {})
    })
    pipeline(incoming, onward, () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    switchTo: (port: number) => {
      live = port
    },
  }
}

/** Runs what was deployed last, with the demo library. @returns its port */
async function runs(folder: string): Promise<number> {
  const port = await freePort()
  ends.push(
    await serveSimulated({ port, vars: {}, state: await copyLibrary(), unlimited: true, build: folder }),
  )
  await waitUntilUp(`http://127.0.0.1:${port}/healthz`)
  return port
}

it('embeds that load during a deploy and a rollback fail no request, and pages of both builds have their files', {
  timeout: 400_000,
}, async () => {
  const account = await simulateAccount()
  const place = placeOf(account.state.id, 'loopframe')
  ends.push(
    () => account.close(),
    () => rm(place, { recursive: true, force: true }),
  )
  const deploy = async (...args: string[]) => {
    const { code, output } = await runCommand(['tools/deploy.ts', ...args], account.env)
    expect([code, output]).toEqual([0, expect.any(String)])
    return copiesIn(place)[0]?.folder ?? ''
  }
  /** Gives a build a file that no other has. */
  const addFile = (folder: string, name: string) => {
    const list = join(folder, 'assets', LIST)
    const [own = [], ...others] = JSON.parse(readFileSync(list, 'utf8')) as string[][]
    writeFileSync(join(folder, 'assets', name), 'export {}')
    writeFileSync(list, JSON.stringify([[...own, name], ...others]))
    return `/${name}`
  }
  const { base, switchTo } = await platform()
  const status = async (path: string) => (await fetch(base + path)).status

  const first = await deploy()
  const old = addFile(first, 'static/old-chunk-AAAAAAAA.js')
  switchTo(await runs(first))
  const load = loadEmbeds(base)
  const visits = async (more: number) => {
    const from = load.done.pingback
    await vi.waitFor(() => expect(load.done.pingback - from).toBeGreaterThanOrEqual(more), PATIENCE)
  }
  await visits(3)

  const second = await deploy()
  const newer = addFile(second, 'static/newer-chunk-BBBBBBBB.js')
  switchTo(await runs(second))
  await visits(5)
  expect([await status(old), await status(newer)]).toEqual([200, 200])

  switchTo(await runs(await deploy('--rollback')))
  await visits(5)
  expect([await status(old), await status(newer)]).toEqual([200, 200])
  expect(await load.end()).toEqual([])
  expect(account.unknown).toEqual([])
})
