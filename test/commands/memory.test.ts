import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stubResponse } from '../../bench/server/stub-gif.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { serveBare } from '../../tools/steps/serve-bare.ts'
import { liveBytes } from '../fixtures/live-bytes.ts'

const MB = 1024 * 1024

/** More than every cache has places for; of GIPHY's size, each with a character that makes a text two bytes wide. */
const LISTS = 300
const SHORT = 400
const GIFS = 300
const AT_ONCE = 8

const provider = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://stub')
  const body = JSON.stringify(stubResponse(url.pathname, Number(url.searchParams.get('limit') ?? 25)))
  response
    .setHeader('content-type', 'application/json')
    .end(body.replaceAll('Happy', '\u0421\u043c\u0435\u0445'))
})

let base = ''
let inspector = 0
let stop = async () => {}

beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const port = await freePort()
  inspector = await freePort()
  base = `http://127.0.0.1:${port}`
  const upstream = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  stop = await serveBare({ port, inspector, vars: { PROVIDER_URL: upstream, PROVIDER_KEY: 'key' } })
}, 60_000)

afterAll(async () => {
  await stop()
  provider.closeAllConnections()
  provider.close()
})

const measured = () => liveBytes(inspector, base)

/** Reads every address to its end, a few at once. */
async function readAll(paths: string[]): Promise<void> {
  const left = paths.values()
  const read = async () => {
    for (const path of left) {
      const response = await fetch(base + path)
      await response.arrayBuffer()
      expect([path, response.status]).toEqual([path, 200])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, read))
}

const times = (count: number, paths: (n: number) => string[]) =>
  Array.from({ length: count }, (_, n) => paths(n)).flat()

describe('T42: an isolate’s live memory', () => {
  it('is at most 90 MB with all caches full, each copy read as API, widget and page', async () => {
    const live = [await measured()]
    await readAll(
      times(LISTS, (n) => [
        `/v1/gifs/related?gif_id=item${n}&limit=12`,
        `/gifs/happy-dance-confetti-item${n}`,
        `/widgets/carousel?related=item${n}&limit=12`,
        `/widgets/grid?related=item${n}&limit=12`,
      ]),
    )
    live.push(await measured())
    await readAll(
      times(SHORT, (n) => [
        `/v1/gifs/related?gif_id=few${n}&limit=4`,
        `/widgets/carousel?related=few${n}&limit=4`,
        `/widgets/grid?related=few${n}&limit=4`,
      ]),
    )
    live.push(await measured())
    await readAll(
      times(GIFS, (n) => [
        `/v1/gifs/gif${n}`,
        `/embed/gif${n}`,
        `/embed/gif${n}?theme=dark`,
        `/gifs/gif${n}`,
      ]),
    )
    live.push(await measured())
    console.log(`MB live: ${live.map((bytes) => (bytes / MB).toFixed(1))}`)
    expect(Math.max(...live)).toBeLessThanOrEqual(90 * MB)
  })
})
