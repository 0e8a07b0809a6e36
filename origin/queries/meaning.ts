import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { termOf } from '../listings/category-rows.ts'
import { foundRows, json } from '../sql.ts'
import { type Meanings, partsOf, type SearchPart, spansOf, wordsOf } from '../words.ts'

/** What a search text means: its parts, and the categories that are called so with all below them. */
export type Meaning = { parts: SearchPart[]; nodes: number[] }

const Words = json(v.array(v.string()))
const SynonymFound = v.object({ word: v.string(), words: Words, means: Words })

/** As many rows of words are read. */
const SYNONYMS_MAX = 100

// ?2 is the language of the search, '' for none: a synonym of another one stays out.
const SYNONYMS = `
  SELECT w.word, s.words, s.means
    FROM json_each(?1)      AS span
   CROSS JOIN synonym_words AS w ON w.word = span.value
    JOIN synonyms           AS s ON s.id = w.synonym
   WHERE ?2 = '' OR s.lang IN ('', ?2) LIMIT ${SYNONYMS_MAX}`

const NODES = `
  WITH named AS MATERIALIZED (
    SELECT id FROM category_nodes WHERE term = ?1 UNION SELECT node FROM category_names WHERE term = ?1)
  SELECT id FROM named UNION SELECT id FROM category_nodes WHERE parent IN (SELECT id FROM named)`
const NodeFound = v.object({ id: v.number() })

/** The language of a code: `de` of `de-AT`. */
const languageOf = (lang = ''): string => lang.toLowerCase().split(/[-_]/)[0] ?? ''

function meaningsOf(rows: readonly v.InferOutput<typeof SynonymFound>[]): Meanings {
  const meanings = new Map<string, string[]>()
  for (const { word, words, means } of rows) {
    const others = means.length > 0 ? means : words
    meanings.set(word, [...(meanings.get(word) ?? []), ...others])
  }
  return meanings
}

/** What search texts mean, in one batch: a search costs one round more. */
export async function meaningsOfTexts(
  db: D1Database,
  texts: readonly string[],
  lang?: string,
): Promise<Meaning[]> {
  const wanted = texts.map(wordsOf)
  const statements = texts.flatMap((text, at) => [
    db.prepare(SYNONYMS).bind(JSON.stringify(spansOf(wanted[at] ?? [])), languageOf(lang)),
    db.prepare(NODES).bind(termOf(text)),
  ])
  const results = statements.length > 0 ? await db.batch(statements) : []
  return wanted.map((words, at) => ({
    parts: partsOf(words, meaningsOf(foundRows(SynonymFound, results[2 * at]))),
    nodes: foundRows(NodeFound, results[2 * at + 1]).map(({ id }) => id),
  }))
}

/** What a search text means. */
export async function meaningOf(db: D1Database, text: string, lang?: string): Promise<Meaning> {
  const [meaning = { parts: [], nodes: [] }] = await meaningsOfTexts(db, [text], lang)
  return meaning
}
