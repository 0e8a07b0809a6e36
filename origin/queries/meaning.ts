import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { findRows, json } from '../sql.ts'
import { type Meanings, partsOf, type SearchPart, spansOf, wordsOf } from '../words.ts'

const Words = json(v.array(v.string()))
const SynonymFound = v.object({ word: v.string(), words: Words, means: Words })

/** As many rows of words are read. */
const SYNONYMS_MAX = 100

const SYNONYMS = `
  SELECT w.word, s.words, s.means
    FROM json_each(?1)      AS span
   CROSS JOIN synonym_words AS w ON w.word = span.value
    JOIN synonyms           AS s ON s.id = w.synonym
   LIMIT ${SYNONYMS_MAX}`

function meaningsOf(rows: readonly v.InferOutput<typeof SynonymFound>[]): Meanings {
  const meanings = new Map<string, string[]>()
  for (const { word, words, means } of rows) {
    const others = means.length > 0 ? means : words
    meanings.set(word, [...(meanings.get(word) ?? []), ...others])
  }
  return meanings
}

/** The parts of a text, each with what it also means. */
export async function meaningOf(db: D1Database, text: string): Promise<SearchPart[]> {
  const words = wordsOf(text)
  const rows = await findRows(SynonymFound, db.prepare(SYNONYMS).bind(JSON.stringify(spansOf(words))))
  return partsOf(words, meaningsOf(rows))
}
