import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import type { TermNames } from '../../shared/server/origin.ts'
import { findRows } from '../sql.ts'
import { isBlocked, readStaffTerms } from './trending-terms.ts'

/** Items that are asked for what they call a tag in another language: the commonest word counts. */
const ASKED = 50

// ?1 a JSON list of tags, ?2 the language
const NAMES = `
  SELECT wanted.value AS term,
         (SELECT tag FROM (SELECT tag FROM language_tags WHERE lang = ?2 AND translates = wanted.value AND translates <> '' LIMIT ${ASKED})
           GROUP BY tag ORDER BY count(*) DESC, tag LIMIT 1) AS name
    FROM json_each(?1) AS wanted`

const Row = v.object({ term: v.string(), name: v.nullable(v.string()) })

/** How long an isolate knows them, in ms, and how many at most. */
const KNOWN_MS = 300_000
const KNOWN_MAX = 2000

/** Reads what the library's tags are called in a language; a tag that no one has translated keeps its name. */
export function createTermNames(db: D1Database, now: () => number = Date.now): TermNames {
  let known = new Map<string, string>()
  let until = 0
  return async (terms, lang) => {
    if (now() > until || known.size > KNOWN_MAX) {
      known = new Map()
      until = now() + KNOWN_MS
    }
    const keyOf = (term: string) => `${lang} ${term.toLowerCase()}`
    const unknown = [...new Set(terms.map((term) => term.toLowerCase()))].filter(
      (term) => !known.has(keyOf(term)),
    )
    if (unknown.length > 0) {
      const [rows, { blocked }] = await Promise.all([
        findRows(Row, db.prepare(NAMES).bind(JSON.stringify(unknown), lang)),
        readStaffTerms(db),
      ])
      for (const { term, name } of rows)
        known.set(keyOf(term), name === null || isBlocked(name, blocked) ? '' : name)
    }
    return terms.map((term) => known.get(keyOf(term)) || term)
  }
}
