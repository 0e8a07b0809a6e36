import type { D1Database } from '@cloudflare/workers-types'
import { SEARCHED_TYPES } from '../../shared/schema/choices.ts'
import { findCandidates } from '../search/candidates.ts'
import { lookUp } from '../search/look-up.ts'
import { searchedText } from '../search/searched.ts'
import { findPage, type IdPage, PAGE_OF_HITS, type PageWindow, reachOf } from '../sql.ts'
import { wordsOf } from '../words.ts'

type LibraryState = 'hidden' | 'unlisted' | 'failed'

/** What staff look for. All of it is true of what is found. */
type LibraryFilter = {
  gif?: string | undefined
  words?: string | undefined
  owner?: string | undefined
  type?: string | undefined
  rating?: string | undefined
  state?: LibraryState | undefined
}

/** The newest first, or the oldest. */
type Order = 'desc' | 'asc'

/** How many of the first items that one filter finds are searched with the others, besides those that are shown. */
const LOOKED = 2000
/** How many listed ones of a shelf with a word are looked at. */
const WITH_WORDS = { most: 1000, any: 'never' } as const

const first = (order: Order) => `ORDER BY num ${order} LIMIT ?3 + ${LOOKED}`
const plain = (where: string, order: Order) =>
  `SELECT num FROM gifs WHERE ${where} AND is_removed = 0 ${first(order)}`

// Of listed items a search has found the hottest. The words of others are compared one by one.
const byWords = (order: Order) => `
  SELECT value AS num FROM json_each(?5)
   UNION ALL
  SELECT num FROM (SELECT num, title, tags FROM gifs INDEXED BY gifs_not_listed
                    WHERE is_listed = 0 AND is_removed = 0 ORDER BY is_hidden DESC, num ${order} LIMIT ${LOOKED}) AS shy
   WHERE NOT EXISTS (SELECT 1 FROM json_each(?6) WHERE instr(lower(shy.title || ' ' || shy.tags), value) = 0)
   ${first(order)}`

const BY_STATE: Readonly<Record<LibraryState, (order: Order) => string>> = {
  hidden: (order) => plain('is_listed = 0 AND is_hidden = 1', order),
  unlisted: (order) => plain('is_listed = 0 AND is_hidden = 0', order),
  failed: (order) => `
    SELECT g.num FROM (SELECT gif_id FROM uploads WHERE state = 'failed' ORDER BY created_at ${order} LIMIT ?3 + ${LOOKED}) AS broken
     CROSS JOIN gifs AS g ON g.id = broken.gif_id ${first(order)}`,
}

const IN_STATE: Readonly<Record<LibraryState, string>> = {
  hidden: 'g.is_hidden = 1',
  unlisted: 'g.is_hidden = 0 AND g.is_indexable = 0',
  failed: "EXISTS (SELECT 1 FROM uploads WHERE gif_id = g.id AND state = 'failed')",
}

const OWNER = '(SELECT id FROM users WHERE username = ?7)'

/** The items of the filter that lets the fewest through. */
function readBy({ gif, words, owner, state, rating, type }: LibraryFilter, order: Order): string {
  if (gif) return 'SELECT num FROM gifs WHERE id = ?4'
  if (words) return byWords(order)
  if (owner) return plain(`user_id = ${OWNER}`, order)
  if (state) return BY_STATE[state](order)
  if (rating) return plain('rating = ?8', order)
  if (type) return plain(type === 'emoji' ? 'is_emoji = 1' : 'type = ?9', order)
  return plain('num > 0', order)
}

// ?3 is how many are counted, ?4 an id, ?5 what a search of listed items has found, ?6 the words, ?7 the owner, ?8 the rating, ?9 the type. They
// come in their order, so the bound takes the first.
const sqlOf = (filter: LibraryFilter, order: Order) => `
  WITH hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat, ${order === 'asc' ? 'g.num' : '-g.num'} AS rank
      FROM (${readBy(filter, order)}) AS looked
     CROSS JOIN gifs AS g ON g.num = looked.num
     WHERE g.is_removed = 0 AND coalesce(g.id = ?4, 1) AND coalesce(g.rating = ?8, 1) AND coalesce(g.type = ?9, 1) AND ${filter.type === 'emoji' ? 'g.is_emoji = 1' : '1'}
       AND ${filter.owner ? `g.user_id = ${OWNER}` : '1'}
       AND ${filter.state ? IN_STATE[filter.state] : '1'}
     LIMIT ?3)
  ${PAGE_OF_HITS}`

/** The numbers of the hottest listed items that have all words of a text. */
async function listedWith(db: D1Database, text: string): Promise<number[]> {
  const [goal] = await lookUp(db, [await searchedText(db, ` ${text}`)])
  if (!goal) return []
  const found = await Promise.all(
    SEARCHED_TYPES.map((kind) =>
      findCandidates(
        { db, facets: { kind, maxRating: 4, dynamic: true } },
        { ...goal, nodes: [] },
        WITH_WORDS,
      ),
    ),
  )
  return found.flat().map(({ num }) => num)
}

/**
 * A page of all items that were not taken down, hidden and unlisted ones too, by when they were added.
 * Where one filter finds many and the others few, only its first `LOOKED` are searched.
 * @returns `total` as `reachOf` has it
 */
export async function libraryPage(
  db: D1Database,
  filter: LibraryFilter,
  page: PageWindow,
  order: Order,
): Promise<IdPage> {
  const words = filter.words === undefined ? undefined : wordsOf(filter.words)
  if (words?.length === 0) return { total: 0, ids: [] }
  const listed = filter.words === undefined ? undefined : await listedWith(db, filter.words)
  const values = [
    listed && JSON.stringify(listed),
    words && JSON.stringify(words.map(lower)),
    filter.owner,
    filter.rating,
    // An emoji is a sticker too.
    filter.type === 'emoji' ? 'sticker' : filter.type,
  ]
  const rest = [filter.gif, ...values].map((value) => value ?? null)
  return findPage(db, sqlOf(filter, order), page, reachOf(page), ...rest)
}

/** As SQLite's `lower`: ASCII alone. */
const lower = (word: string) => word.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
