import { type Call, prepareCall } from '../../shared/calls/call.ts'
import { parseInput } from '../../shared/calls/parse-input.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { AppError } from '../../shared/errors.ts'
import type { ListValues } from '../../shared/widgets/options.ts'

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
