import type { Call } from '../../shared/calls/call.ts'
import { AppError } from '../../shared/errors.ts'
import { newestBody } from './cache/held-copies.ts'
import type { LayeredCache, Load } from './cache/layered-cache.ts'
import type { CachedReads } from './read-body.ts'

type Input = Record<string, unknown>
type ReadOptions = Parameters<LayeredCache['read']>[2]

type LoadsDeps<Context> = {
  cache: LayeredCache
  keyOf(call: Call, input: Input, context: Context): string
  optionsOf(call: Call, context: Context): ReadOptions
  fetchText(call: Call, input: Input, context: Context, options: { cached: CachedReads }): Promise<string>
}

/** How many reads may wait for one another: pages of a list that has no numbers, each with the place where the next begins. */
const MAX_DEPTH = 8

/** Makes what copies are filled with, where a response may be made of other responses. */
export function createLoads<Context>({ cache, keyOf, optionsOf, fetchText }: LoadsDeps<Context>) {
  /** A load for the cache. What is made of other copies is as old as the oldest of them. */
  const loadOf =
    (call: Call, input: Input, context: Context, depth = 0): Load =>
    async () => {
      let t0 = Infinity
      const cached = cachedReads(context, depth + 1, (age) => {
        t0 = Math.min(t0, age)
      })
      return { text: await fetchText(call, input, context, { cached }), t0 }
    }

  const cachedReads = (context: Context, depth = 1, note = (_t0: number) => {}): CachedReads => ({
    async read(call, input) {
      if (depth > MAX_DEPTH) throw tooDeep()
      const load = loadOf(call, input, context, depth)
      const found = await cache.read(keyOf(call, input, context), load, optionsOf(call, context))
      note(found.t0)
      return JSON.parse(found.body)
    },
    held: async (call, input) => newestBody(await cache.held(keyOf(call, input, context))),
  })

  return { loadOf, cachedReads }
}

const tooDeep = () =>
  new AppError('invalid-input', 'The provider’s lists are read page by page: offset is too far ahead')
