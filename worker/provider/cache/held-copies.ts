import { type Call, prepareCall } from '../../../shared/calls/call.ts'
import { textOfCopy } from './envelope.ts'
import type { HeldLayer, LayeredCache } from './layered-cache.ts'

type Input = Record<string, unknown>

/** A copy's call with its fields, as a path, and what is stored of it. */
export type HeldCopy = { address: string; layers: HeldLayer[] }

/** What the layers have of each page of a call, one copy a page. */
export const heldCopies = (
  cache: LayeredCache,
  call: Call,
  pages: readonly Input[],
  keyOf: (page: Input) => string,
): Promise<HeldCopy[]> =>
  Promise.all(
    pages.map(async (page) => {
      const { path, fields } = prepareCall(call, page)
      const query = String(new URLSearchParams(fields))
      return { address: query ? `${path}?${query}` : path, layers: await cache.held(keyOf(page)) }
    }),
  )

/** The newest of these copies, parsed: it was JSON when it was stored. Undefined where there is none. */
export function newestBody(layers: readonly HeldLayer[]): unknown {
  const [newest] = layers.flatMap(({ copy }) => copy ?? []).sort((a, b) => b.t0 - a.t0)
  return newest && JSON.parse(textOfCopy(newest))
}
