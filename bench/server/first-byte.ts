import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type Figure, ratioOfRounds } from '../figure.ts'
import type { ServerRig } from './rig.ts'

const ROUNDS = 11

/** A response's start, and ms until it: cold ids are answered late by the provider (`stub-provider.ts`). */
async function startOf(port: number, path: string) {
  const begun = performance.now()
  const asked = request({ host: '127.0.0.1', port, path, agent: false }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const ms = performance.now() - begun
  response.resume()
  await once(response, 'end')
  return { ms, status: response.statusCode, link: String(response.headers.link ?? '') }
}

/** The first byte of an embed that is in no memory, by that of the provider itself, in turn. */
export async function firstByte({ servers, stubPort }: ServerRig): Promise<Figure[]> {
  const [own, provider]: [number[], number[]] = [[], []]
  let untold = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { ms, status, link } = await startOf(servers.product.port, `/embed/ColdStart${round}`)
    own.push(ms)
    if (status !== 200 || !/rel="?preconnect/.test(link)) untold++
    provider.push((await startOf(stubPort, `/v1/gifs/ColdAlone${round}`)).ms)
  }
  return [
    {
      what: 'first byte of a miss',
      unit: "of the provider's own",
      ...ratioOfRounds(own, provider),
      budget: { max: 1.02 },
      note: 'the provider takes 250 ms: 5 ms more',
    },
    {
      what: 'misses without a preconnect to their media',
      unit: `of ${ROUNDS}`,
      value: untold,
      budget: { max: 0 },
    },
  ]
}
