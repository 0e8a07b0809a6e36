import type { GoneIds } from '../gone/gone-ids.ts'
import type { Provider } from '../provider.ts'
import type { Member } from './failover.ts'
import { markedId } from './marks.ts'
import type { Place } from './places.ts'

/** The providers of these places, each with the set of gone items as it knows them. */
export const membersOf = (
  places: readonly Place[],
  gone: GoneIds | undefined,
  create: (place: Place, gone: GoneIds | undefined) => Provider,
): Member[] =>
  places.map((place) => ({
    mark: place.mark,
    provider: create(place, gone && goneAs(gone, (id) => shownIds(place, id))),
  }))

/** What the log of changes calls an item: as we show it, and a library's beside the others also as its own pages do. */
const shownIds = ({ mark }: Place, id: string): string[] =>
  mark === 'L' ? [markedId(mark, id), id] : [markedId(mark, id)]

/** The set as a provider sees it that calls its items otherwise. @param toShown the ids that we show for one of its own */
const goneAs = (gone: GoneIds, toShown: (id: string) => readonly string[]): GoneIds => ({
  ...gone,
  stateOf(id) {
    for (const shown of toShown(id)) {
      const state = gone.stateOf(shown)
      if (state) return state
    }
    return undefined
  },
})
