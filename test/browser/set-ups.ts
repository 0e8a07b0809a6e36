import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { changeLibrary } from '../fixtures/library/database.ts'
import { test as base } from './test.ts'

/** The product answers everything itself, or it is before services elsewhere. */
type SetUp = 'origin' | 'upstreams'

/**
 * Tests run in both set-ups where they are tagged `@both`, in the second alone with `@elsewhere`, else in the first
 * (`playwright.config.ts`). A product of a file's own is brought into the set-up by `inSetUp`.
 */
export const test = base.extend<object, { setUp: SetUp }>({
  setUp: ['origin', { option: true, scope: 'worker' }],
})

/** Likewise, for pages of the server that all files share. */
export const sharedTest = test.extend<object, { sharedBase: string | undefined }>({
  sharedBase: [
    async ({ setUp }, use) => {
      const front = setUp === 'upstreams' ? await productBefore(SHARED) : undefined
      await use(front?.base)
      await front?.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ baseURL, sharedBase }, use) => use(sharedBase ?? baseURL),
})

export const SHARED = `http://127.0.0.1:${process.env.TEST_PORT}`

const KEYS = { 'x-tagger-key': 'browser-tests', 'x-tagger-token': 'of-the-scheduler' } as const

/**
 * The services of an embedded product, as a product elsewhere calls them: the site by its cookies, the gateway by the id of
 * who calls and the scheduler's keys, in whose place its people's own tokens are sent on.
 * @param tokenOf a person's API token, by their id
 */
function startServices(origin: string, tokenOf: (id: string) => string | undefined) {
  const asGateway = (path: string, { ...headers }: IncomingMessage['headers']) => {
    const { 'x-loopframe-user': user, cookie, authorization } = headers
    const isOpen =
      !path.startsWith('/gateway/trendingscheduler/') ||
      KEY_NAMES.every((name) => headers[name] === KEYS[name])
    if (cookie || authorization || !isOpen) return undefined
    const token = user === undefined ? undefined : tokenOf(String(user))
    return { ...headers, ...(token && { authorization: `Token ${token}` }) }
  }
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    const headers = path.startsWith('/gateway/') ? asGateway(path, request.headers) : request.headers
    if (!headers) return response.writeHead(403, { 'Content-Type': 'application/json' }).end('{}')
    const onward = send(origin + path, {
      method: request.method,
      headers: { ...headers, host: new URL(origin).host },
      // A connection that is used again may be one that the runtime closes at this moment, after the same 5 s.
      agent: false,
    })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    return request.pipe(onward)
  }
  return createServer(pass)
}

const KEY_NAMES = Object.keys(KEYS) as (keyof typeof KEYS)[]

/** `origin`: the embedded product, where `base` may be the one before it. */
export type InSetUp<P> = P & { origin: string }

type Product = { base: string; stop: () => Promise<void>; tokenOf?: (id: string) => string | undefined }

/**
 * A product as it is, or one before it: then `base` is the one before. A browser's session is one at both: cookies know no
 * port.
 * @param statements change the library of the product before, which only calls about this Worker read
 */
export async function inSetUp<P extends Product>(
  setUp: SetUp,
  product: P,
  statements: readonly string[] = [],
): Promise<InSetUp<P>> {
  const origin = product.base
  if (setUp === 'origin') return { ...product, origin }
  const front = await productBefore(origin, product.tokenOf, statements)
  const stop = async () => {
    await front.stop()
    await product.stop()
  }
  return { ...product, origin, base: front.base, stop }
}

/** Each service's first response loads its code, on a busy machine for longer than a page waits. */
const FIRST_READS = [
  '/healthz',
  '/v1/gifs/trending',
  '/api/v3/channels/',
  '/gateway/stories/trending',
] as const

/** The product before an embedded one that is its site, its gateway and its provider. */
async function productBefore(
  origin: string,
  tokenOf: Product['tokenOf'] = () => undefined,
  statements: readonly string[] = [],
) {
  const services = startServices(origin, tokenOf)
  await new Promise<void>((resolve) => services.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(services.address() as AddressInfo).port}`
  const [port, state] = await Promise.all([freePort(), copyLibrary()])
  changeLibrary(
    state,
    statements.map((sql) => [sql]),
  )
  const stop = await serveSimulated({
    port,
    state,
    unlimited: true,
    vars: {
      SITE_URL: url,
      GATEWAY_URL: `${url}/gateway`,
      PROVIDER_URL: url,
      PROVIDER_KEY: 'browser-tests',
      TAGGER_KEY: KEYS['x-tagger-key'],
      TAGGER_TOKEN: KEYS['x-tagger-token'],
      MEDIA_HOSTS: new URL(origin).host,
    },
  })
  const base = `http://127.0.0.1:${port}`
  for (const path of FIRST_READS) await waitUntilUp(base + path)
  return {
    base,
    async stop() {
      await stop()
      services.close()
      services.closeAllConnections()
    },
  }
}
