import { type Call, prepareCall } from '../../shared/calls/call.ts'
import { parseInput } from '../../shared/calls/parse-input.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { AppError, UpstreamError } from '../../shared/errors.ts'
import type { ListValues } from '../../shared/widgets/options.ts'
import { type AppContext, readContext } from '../http/context.ts'
import { toFailure } from '../http/errors.ts'
import { failureHeaders } from '../http/failure-response.ts'
import { createMade } from '../memory.ts'
import { NO_TILES, type TilePage } from './tile-page.ts'

/** A widget's list: the call that reads it, its address, and the same for its further pages ('' if there are none). */
export type WidgetList = { call: Call; input: Record<string, unknown>; address: string; source: string }

/**
 * The call for the list that a widget's query names (§7).
 * @throws AppError 'invalid-input' for a source that the type does not have.
 */
export function widgetList(options: ListValues): WidgetList {
  const { type, q, related, channel, ids, limit, rating, lang } = options
  const page = { limit, rating }
  const of = (call: Call, fields: Record<string, unknown>): WidgetList => {
    const input = parseInput(call, { ...fields, ...page }) as Record<string, unknown>
    const { path, fields: pairs } = prepareCall(call, input)
    const address = `${path}?${new URLSearchParams(pairs)}`
    return { call, input, address, source: address }
  }
  // A list of ids has only one page.
  if (ids !== undefined) return { ...of(providerCalls.gifs, { ids }), source: '' }
  if (related !== undefined) {
    if (type !== 'gifs' && type !== 'stickers') throw unknownFor('related', type)
    return of(providerCalls.related, { type, gif_id: related })
  }
  const term = channel === undefined ? q : `@${channel.replace(/^@/, '')}`
  if (term !== undefined) {
    if (type === 'emoji') throw unknownFor(channel === undefined ? 'q' : 'channel', type)
    // §7 Text that is made on demand is excluded.
    const dynamic = type === 'text' ? { excludeDynamicResults: true } : {}
    return of(providerCalls.search, { type, q: term, lang, ...dynamic })
  }
  return type === 'emoji' ? of(providerCalls.emoji, {}) : of(providerCalls.trending, { type })
}

const unknownFor = (source: string, type: string) =>
  new AppError('invalid-input', `${source} cannot be combined with type ${type}`)

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
  if (direct) return { list: NO_TILES, made: ofNoCopy, status: 200, headers: {} }
  try {
    const found = await provider.parsed(call, input, readContext(c), as, make)
    const { value, made, state, age } = found
    return { list: value, made, status: 200, headers: { 'x-cache': state, Age: String(age) } }
  } catch (error) {
    const failure = toFailure(error)
    if (!mayFail || !(error instanceof UpstreamError) || failure.status < 500) throw error
    return {
      list: NO_TILES,
      made: ofNoCopy,
      status: failure.status,
      headers: failureHeaders(error, failure, 'embed'),
    }
  }
}
