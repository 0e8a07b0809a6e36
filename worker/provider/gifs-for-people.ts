import { parseInput } from '../../shared/calls/call.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { noSuchGif } from '../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { SEARCHED_TYPES } from '../../shared/schema/choices.ts'
import type { GifReader, GifsForPeople } from '../../shared/server/origin.ts'
import { gifsOf, type Page } from './page.ts'
import type { Provider } from './provider.ts'

type Deps = {
  provider: () => Provider
  waitUntil: (work: Promise<unknown>) => void
  /** Counts one request with our key for this person; false for one too many (T44). */
  mayLoad: (person: string) => Promise<boolean>
}

/** Reads GIFs for the calls of the embedded site, through the provider's cache: the library's, or a configured provider's. */
export function createGifsForPeople({ provider, waitUntil, mayLoad }: Deps): GifsForPeople {
  const contextOf = ({ person, publicUrl }: GifReader) => ({
    publicUrl,
    waitUntil,
    mayLoad: () => mayLoad(person),
  })
  return {
    async assertShown(id, reader) {
      const { gif } = await provider().gif(id, contextOf(reader))
      // What people do is noted under the item's own id, and no old one.
      if (gif.id !== id) throw noSuchGif()
    },

    async shown(ids, reader) {
      if (ids.length === 0) return []
      const input = parseInput(providerCalls.gifs, { ids: ids.join(',') })
      const found = foundIn(await provider().read(providerCalls.gifs, input, contextOf(reader)))
      return ids.flatMap((id) => found.get(id) ?? [])
    },

    trending: (reader) =>
      Promise.all(
        SEARCHED_TYPES.map(async (type) => {
          const input = parseInput(providerCalls.trending, { type, limit: PROVIDER_PAGE.maxLimit })
          return [...foundIn(await provider().read(providerCalls.trending, input, contextOf(reader))).keys()]
        }),
      ),
  }
}

/** The GIFs of a list, by id. */
const foundIn = ({ body }: { body: { page: Page } }): Map<string, unknown> => {
  const gifs = gifsOf(providerCalls.gifs, body.page).filter(({ id }) => id !== undefined)
  return new Map(gifs.map((gif) => [String(gif.id), gif]))
}
