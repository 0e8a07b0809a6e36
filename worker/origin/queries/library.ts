import type { D1Database } from '@cloudflare/workers-types'
import { matchWords, wordsOf } from '../words.ts'
import { NUM_OF_PLACE } from './match.ts'
import { findPage, type IdPage, PAGE_OF_HITS, type Page, reachOf } from './page.ts'

export type LibraryState = 'hidden' | 'unlisted' | 'failed'

/** What staff look for. All of it is true of what is found. */
export type LibraryFilter = {
  gif?: string | undefined
  words?: string | undefined
  owner?: string | undefined
  type?: string | undefined
  rating?: string | undefined
  state?: LibraryState | undefined
}

/** How many of the newest items that one filter lets through are tried with the others, beside those that are shown. */
const LOOKED = 2000

const NEWEST = `ORDER BY num DESC LIMIT ?3 + ${LOOKED}`
const plain = (where: string) => `SELECT num FROM gifs WHERE ${where} AND is_removed = 0 ${NEWEST}`

// The words of listed items are in the full-text index, the hottest first. Those of others are compared one by one.
const BY_WORDS = `
  SELECT num FROM (SELECT ${NUM_OF_PLACE} rowid AS num FROM gif_words WHERE gif_words MATCH ?5 ORDER BY rowid DESC LIMIT ?3 + ${LOOKED})
   UNION ALL
  SELECT num FROM (SELECT num, title, tags FROM gifs INDEXED BY gifs_not_listed
                    WHERE is_listed = 0 AND is_removed = 0 ORDER BY is_hidden DESC, num DESC LIMIT ${LOOKED}) AS shy
   WHERE NOT EXISTS (SELECT 1 FROM json_each(?6) WHERE instr(lower(shy.title || ' ' || shy.tags), value) = 0)
   ${NEWEST}`

const BY_STATE: Readonly<Record<LibraryState, string>> = {
  hidden: plain('is_listed = 0 AND is_hidden = 1'),
  unlisted: plain('is_listed = 0 AND is_hidden = 0'),
  failed: `
    SELECT g.num FROM (SELECT gif_id FROM uploads WHERE state = 'failed' ORDER BY created_at DESC LIMIT ?3 + ${LOOKED}) AS broken
     CROSS JOIN gifs AS g ON g.id = broken.gif_id ${NEWEST}`,
}

const IN_STATE: Readonly<Record<LibraryState, string>> = {
  hidden: 'g.is_hidden = 1',
  unlisted: 'g.is_hidden = 0 AND g.is_indexable = 0',
  failed: "EXISTS (SELECT 1 FROM uploads WHERE gif_id = g.id AND state = 'failed')",
}

const OWNER = '(SELECT id FROM users WHERE username = ?7)'

/** The items of the filter that lets the fewest through, the newest first. */
function readBy({ gif, words, owner, state, rating, type }: LibraryFilter): string {
  if (gif) return 'SELECT num FROM gifs WHERE id = ?4'
  if (words) return BY_WORDS
  if (owner) return plain(`user_id = ${OWNER}`)
  if (state) return BY_STATE[state]
  if (rating) return plain('rating = ?8')
  if (type) return plain('type = ?9')
  return plain('num > 0')
}

// ?3 is how many are counted, ?4 an id, ?5 what the words match, ?6 the words, ?7 the owner, ?8 the rating, ?9 the type. They
// come in the order of the newest, so the bound takes the newest.
const sqlOf = (filter: LibraryFilter) => `
  WITH hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat, -g.num AS rank
      FROM (${readBy(filter)}) AS looked
     CROSS JOIN gifs AS g ON g.num = looked.num
     WHERE g.is_removed = 0 AND coalesce(g.id = ?4, 1) AND coalesce(g.rating = ?8, 1) AND coalesce(g.type = ?9, 1)
       AND ${filter.owner ? `g.user_id = ${OWNER}` : '1'}
       AND ${filter.state ? IN_STATE[filter.state] : '1'}
     LIMIT ?3)
  ${PAGE_OF_HITS}`

/** All columns that a moderator searches. */
const COLUMNS = '{title tags username}'

/**
 * A page of all items that were not taken down, hidden and unlisted ones too, the newest first. Where a filter lets many
 * through and the others few, only the newest of the first are looked at.
 * @returns `total` as `reachOf` has it
 */
export async function libraryPage(db: D1Database, filter: LibraryFilter, page: Page): Promise<IdPage> {
  const words = filter.words === undefined ? undefined : wordsOf(filter.words)
  if (words?.length === 0) return { total: 0, ids: [] }
  const match = filter.words === undefined ? undefined : matchWords(filter.words, COLUMNS)
  const values = [
    match?.all,
    words && JSON.stringify(words.map(lower)),
    filter.owner,
    filter.rating,
    filter.type,
  ]
  const rest = [filter.gif, ...values].map((value) => value ?? null)
  return findPage(db, sqlOf(filter), page, reachOf(page), ...rest)
}

/** As SQLite's `lower`: ASCII alone. */
const lower = (word: string) => word.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
