import { providerCalls } from '../../shared/calls/provider.ts'
import type { SettingsMemory } from '../../shared/server/origin.ts'
import { type Layer, replyOfPage } from './layer.ts'

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

/** A layer that finds nothing for a search with a word that staff have blocked. It asks no one then. */
export const withoutBlockedSearches = (layer: Layer, settings: SettingsMemory): Layer => ({
  ...layer,
  async read(call, input, context) {
    const field = SEARCHES.get(call)
    if (field) {
      const { words } = await settings.fresh()
      if (words.length > 0 && (await blocked()).blockedIn(words, String(input[field] ?? '')))
        return replyOfPage(empty(call !== providerCalls.translate))
    }
    return layer.read(call, input, context)
  },
})
