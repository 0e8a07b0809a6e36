import { attempt } from '../../upstreams/deadline.ts'
import { storedName } from './cache-key.ts'
import { type Envelope, parseEnvelope, serialize } from './envelope.ts'
import { type CacheCounter, type OuterStore, WRITE_MS } from './outer-store.ts'
import { isGone } from './stored-failure.ts'

/** `caches.default`, or a test's own. */
export type EdgeCache = {
  match(url: string): Promise<Response | undefined>
  put(url: string, response: Response): Promise<void>
  delete(url: string): Promise<boolean>
}

const READ_MS = 50

const copyUrl = async (key: string) => `https://cache.loopframe.internal/${await storedName(key)}`
// Failures have a name of their own, so that none ever replaces a copy.
const failureUrl = async (key: string) => `${await copyUrl(key)}:e`

/** Always a 200: the Cache API silently drops a 500 (measured). `seconds` is its lifetime. */
const wrap = (e: Envelope, seconds: number) =>
  new Response(serialize(e), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': `public, max-age=${seconds}` },
  })

/** L1: the data centre's Cache API. Without one (`*.workers.dev`) every read is a miss. */
export function createEdgeStore(
  cache: EdgeCache | undefined,
  now: () => number,
  count: CacheCounter,
): OuterStore {
  if (!cache) return { layer: 'edge', isThere: false, get: async () => [], put: async () => {} }
  const onFault = () => count('edge-fault')

  const read = async (url: Promise<string>): Promise<Envelope | undefined> => {
    const response = await cache.match(await url)
    return response && parseEnvelope(await response.text())
  }

  return {
    layer: 'edge',
    isThere: true,

    async get(key) {
      const urls = [copyUrl(key), failureUrl(key)]
      const found = await Promise.all(urls.map((url) => attempt(READ_MS, () => read(url), onFault)))
      return found.filter((e) => e !== undefined)
    },

    async put(key, e) {
      const seconds = Math.ceil((e.hard - now()) / 1000)
      const write = async () => {
        if (e.status === 'err' && isGone(e.err)) await cache.delete(await copyUrl(key))
        const url = await (e.status === 'ok' ? copyUrl(key) : failureUrl(key))
        if (seconds > 0) await cache.put(url, wrap(e, seconds))
      }
      await attempt(WRITE_MS, write, onFault)
    },
  }
}
