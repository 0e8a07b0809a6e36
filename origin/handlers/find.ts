import type { CallContext } from '../call-handler.ts'
import { heatOf } from '../heat.ts'
import { FEW, withNeighbours } from '../neighbours/join-neighbours.ts'
import type { Any } from '../search/candidates.ts'
import { catchUp } from '../search/index-items.ts'
import { listScope } from '../search/scope.ts'
import { type Filter, type How, search } from '../search/search.ts'
import { searchedText } from '../search/searched.ts'
import type { IdPage, PageWindow } from '../sql.ts'
import { readQuery } from '../words.ts'

export type SearchInput = Pick<Filter, 'kind' | 'maxRating'> &
  Partial<Filter> & { q: string; lang?: string | undefined; exact?: boolean | undefined; any?: Any }

/** A page of ids. `searchedFor`: the words that were searched, where they are not those that were typed. */
export type Found = IdPage & { searchedFor?: string | undefined }

type Words = Pick<SearchInput, 'q' | 'lang' | 'exact'>

/**
 * Finds ids by the words of a text, and says what they were found by. Words that the library has are corrected where no item has
 * all of them, and one has all of the corrected ones.
 */
async function findByWords(
  { db, searchData, defer }: CallContext,
  { q, lang, exact = false }: Words,
  how: How,
) {
  const read = { data: await searchData(), lang, exact }
  const asked = await searchedText(db, q, { ...read, behind: () => defer(catchUp(db)) })
  const found = await search(db, asked, how)
  if (!exact && !found.isWhole && how.any !== 'always') {
    const again = await searchedText(db, q, { ...read, insist: true })
    const { corrected } = again.understood
    const isOther = corrected !== asked.understood.corrected
    const better = isOther ? await search(db, again, { ...how, any: 'never', isAgain: true }) : undefined
    if (better && better.total > 0) return { searched: again, found: better, searchedFor: corrected }
  }
  const searchedFor = found.total > 0 ? asked.understood.corrected : undefined
  return { searched: asked, found, searchedFor }
}

/** Finds ids by what a text means, within a user or channel if it names one. */
export async function find(
  context: CallContext,
  { q, lang, any, exact = false, ...given }: SearchInput,
  page: PageWindow,
): Promise<Found> {
  const filter: Filter = { dynamic: true, recent: false, ...given }
  const heatNow = heatOf(1, context.nowMs)
  const { scope, words: text } = readQuery(q)
  // '@ann' alone finds all items of ann.
  if (text.trim() === '')
    return scope ? listScope(context.db, scope, { filter, page, heatNow }) : { total: 0, ids: [] }
  const { db, neighbours } = context
  const how = { filter, page, heatNow, any }
  const { searched, found, searchedFor } = await findByWords(context, { q, lang, exact }, how)
  const isFew = found.total < FEW && !exact && scope === null && !filter.recent && !any
  if (!neighbours || !isFew) return { ...found, searchedFor }
  const all = { filter, page: { limit: FEW, offset: 0 }, heatNow }
  const { ids } = found.ids.length === found.total ? found : await search(db, searched, all)
  const joined = await withNeighbours({ db, neighbours }, { text: searchedFor ?? text, filter, page }, ids)
  return { ...joined, searchedFor }
}

/** Items with the words of which a random one is taken. */
const DRAWN_FROM = 100

/** A random one of the best items that have all words of a text; undefined where none has. */
export async function findAny(context: CallContext, input: SearchInput): Promise<string | undefined> {
  const { ids } = await find(context, { ...input, any: 'never' }, { limit: DRAWN_FROM, offset: 0 })
  return ids[Math.floor(Math.random() * ids.length)]
}
