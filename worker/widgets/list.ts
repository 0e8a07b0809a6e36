import { UpstreamError } from '../../shared/errors.ts'
import { type AppContext, readContext } from '../http/context.ts'
import { toFailure } from '../http/errors.ts'
import { failureHeaders } from '../http/failure-response.ts'
import { createMade } from '../memory.ts'
import type { WidgetList } from './query.ts'
import { NO_TILES, type TilePage } from './tile-page.ts'

// Pages that are made of no copy.
const ofNoCopy = createMade(() => {})

/** What a list's first page is made into, and its name in the memory of the copy. */
type Making = { as: string; make: (page: unknown) => TilePage }

/**
 * Reads the first page of a list. If that fails, a list that may fail shows the failure and a retry (§8); else it throws.
 * Where the browser calls the provider, all of the list is read there.
 */
export async function firstPage(
  c: AppContext,
  { call, input }: WidgetList,
  { as, make }: Making,
  mayFail: boolean,
) {
  const { provider, direct } = c.get('services')
  if (direct) return { list: NO_TILES, made: ofNoCopy, status: 200, headers: {}, freshFor: undefined }
  try {
    const found = await provider.parsed(call, input, readContext(c), as, make)
    const { value, made, state, age, freshFor } = found
    return { list: value, made, status: 200, headers: { 'x-cache': state, Age: String(age) }, freshFor }
  } catch (error) {
    const failure = toFailure(error)
    if (!mayFail || !(error instanceof UpstreamError) || failure.status < 500) throw error
    return {
      list: NO_TILES,
      made: ofNoCopy,
      status: failure.status,
      headers: failureHeaders(error, failure, 'embed'),
      freshFor: undefined,
    }
  }
}
