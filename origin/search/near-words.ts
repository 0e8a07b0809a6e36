import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { findRows } from '../sql.ts'
import { deletions, editsBetween } from './forms.ts'
import type { Vocabulary } from './query.ts'

/** As many rows of near words are read, those that have most in common first. */
const NEAR_MAX = 120

// ?1 is a JSON list of keys (migration 0053), ?2 the length of the word, ?3 the edits.
const NEAR = `
  SELECT t.term, t.items
    FROM (SELECT DISTINCT term AS id
            FROM (SELECT n.term FROM json_each(?1) AS wanted CROSS JOIN near_words AS n ON n.key = wanted.value LIMIT ${NEAR_MAX})) AS near
   CROSS JOIN search_terms AS t ON t.id = near.id
   WHERE t.items > 0 AND abs(length(t.term) - ?2) <= ?3`

/** A word of the library, and how many items have it. */
export const CountRow = v.object({ term: v.string(), items: v.number() })

/** Finds the words of the library that are so many edits away. What is read does not grow with the library. */
export const nearWords =
  (db: D1Database): Vocabulary['near'] =>
  async (word, edits) => {
    const keys = JSON.stringify(deletions(word, edits))
    const rows = await findRows(CountRow, db.prepare(NEAR).bind(keys, word.length, edits))
    return rows
      .map((row) => ({ ...row, distance: editsBetween(word, row.term, edits) }))
      .filter(({ distance }) => distance <= edits)
  }
