import { type Call, prepareCall } from '../../../shared/calls/call.ts'
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
