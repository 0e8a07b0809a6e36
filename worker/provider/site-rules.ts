import type { Call } from '../../shared/calls/call.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { isWithinRating } from '../../shared/schema/choices.ts'
import type { SettingsMemory } from '../../shared/server/origin.ts'
import { derived, type Input, type Layer, replyOfPage } from './layer.ts'
import { withMaxRating } from './max-rating.ts'
import { filterGifs, namesGifs } from './page.ts'

/** Code that an installation without blocked words never needs. */
const blocked = () => import('../../shared/blocked-words.ts')

/** Calls that search for what someone has typed, by the field that has it. */
const SEARCHES = new Map<unknown, 'q' | 's' | 'm' | 'tag'>([
  [providerCalls.search, 'q'],
  [providerCalls.videoSearch, 'q'],
  [providerCalls.translate, 's'],
  [providerCalls.animate, 'm'],
  [providerCalls.tagSearch, 'q'],
  [providerCalls.relatedTags, 'tag'],
])

const empty = (isList: boolean) => ({
  data: [],
  ...(isList && { pagination: { total_count: 0, count: 0, offset: 0 } }),
  meta: { status: 200, msg: 'OK', response_id: crypto.randomUUID() },
})

async function isBlocked(words: readonly string[], call: Call, input: Input): Promise<boolean> {
  const field = SEARCHES.get(call)
  if (words.length === 0 || !field) return false
  return (await blocked()).blockedIn(words, String(input[field] ?? '')) !== undefined
}

/**
 * A layer within the rules of the installation: lists have nothing above its highest rating, and a search with a blocked word
 * finds nothing and isn't sent on. Items that a call names stay, of any rating, and their reads, embeds among them,
 * never wait for the rules.
 */
export const withinSiteRules = (layer: Layer, settings: SettingsMemory): Layer => {
  const bounded = (call: Call, input: Input) => withMaxRating(call, input, settings.current.rating)
  return {
    ...layer,
    async read(call, input, context) {
      if (namesGifs(call)) return layer.read(call, input, context)
      const { words, rating } = await settings.fresh()
      if (await isBlocked(words, call, input)) return replyOfPage(empty(call !== providerCalls.translate))
      const found = await layer.read(call, bounded(call, input), context)
      if (rating === 'r') return found
      // Not every list takes a rating.
      const isAllowed = (gif: { rating?: unknown }) =>
        isWithinRating(String(gif.rating).toLowerCase(), rating)
      const page = filterGifs(call, found.body.page, 'same place', isAllowed)
      return page === found.body.page ? found : derived(found, `to ${rating}`, () => page)
    },
    renew: (call, input, context) => layer.renew(call, bounded(call, input), context),
    cachedCopies: (call, input, context) => layer.cachedCopies(call, bounded(call, input), context),
  }
}
