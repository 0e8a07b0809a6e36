import type { CallContext } from '../call-handler.ts'
import { heatOf } from '../heat.ts'
import { FEW, withNeighbours } from '../neighbours/join-neighbours.ts'
import type { Any } from '../search/candidates.ts'
import { readScope } from '../search/query.ts'
import { listScope } from '../search/scope.ts'
import { type Filter, search } from '../search/search.ts'
import { searchedText } from '../search/searched.ts'
import type { IdPage, PageWindow } from '../sql.ts'

export type SearchInput = Pick<Filter, 'kind' | 'maxRating'> &
  Partial<Filter> & { q: string; lang?: string | undefined; any?: Any }

/** Finds ids by what a text means, within a user or channel if it names one. */
export async function find(
  context: CallContext,
  { q, lang, any, ...given }: SearchInput,
  page: PageWindow,
): Promise<IdPage> {
  const filter: Filter = { dynamic: true, recent: false, ...given }
  const heatNow = heatOf(1, context.nowMs)
  const { scope, text } = readScope(q)
  // '@ann' alone finds all items of ann.
  if (text.trim() === '')
    return scope ? listScope(context.db, scope, { filter, page, heatNow }) : { total: 0, ids: [] }
  const { db, neighbours } = context
  const searched = await searchedText(db, q, lang)
  const found = await search(db, searched, { filter, page, heatNow, any })
  if (!neighbours || scope !== null || filter.recent || any || found.total >= FEW) return found
  const all = { filter, page: { limit: FEW, offset: 0 }, heatNow }
  const { ids } = found.ids.length === found.total ? found : await search(db, searched, all)
  return withNeighbours({ db, neighbours }, { text, filter, page }, ids)
}

/** Items with the words of which a random one is taken. */
const DRAWN_FROM = 100

/** A random one of the best items that have all words of a text; undefined where none has. */
export async function findAny(context: CallContext, input: SearchInput): Promise<string | undefined> {
  const { ids } = await find(context, { ...input, any: 'never' }, { limit: DRAWN_FROM, offset: 0 })
  return ids[Math.floor(Math.random() * ids.length)]
}
