import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { LISTINGS } from '../../shared/schema/own/listings.ts'
import { findRow, findRows, foundRows, json, rowNumber } from '../sql.ts'
import { foldedText } from '../words.ts'

const Words = json(v.array(v.string()))
const Row = v.object({
  id: v.pipe(v.number(), v.transform(String)),
  words: Words,
  means: Words,
  lang: v.string(),
})

/** Words that also find what others mean; without `means` all of them mean each other. */
export type SynonymRow = v.InferOutput<typeof Row>

const COLUMNS = 'SELECT id, words, means, lang FROM synonyms'

/** All synonyms, the newest first. */
export const listSynonyms = (d1: D1Database): Promise<SynonymRow[]> =>
  findRows(Row, d1.prepare(`${COLUMNS} ORDER BY id DESC LIMIT ${LISTINGS.synonyms}`))

/** A synonym by its id; undefined for an unknown one. */
export const findSynonym = (d1: D1Database, id: string): Promise<SynonymRow | undefined> =>
  findRow(Row, d1.prepare(`${COLUMNS} WHERE id = ?1`).bind(rowNumber(id)))

const INSERT = `
  INSERT INTO synonyms (words, means, lang)
  SELECT ?1, ?2, ?3 WHERE (SELECT count(*) FROM synonyms) < ${LISTINGS.synonyms} RETURNING id, words, means, lang`
const UPDATE = 'UPDATE synonyms SET words = ?1, means = ?2, lang = ?3 WHERE id = ?4'

// ?1 its words as searches have them; ?2 its id, else the newest is meant
const DROP_WORDS = 'DELETE FROM synonym_words WHERE synonym = ?1'
const PUT_WORDS = `
  INSERT INTO synonym_words (word, synonym)
  SELECT given.value, s.id FROM json_each(?1) AS given, synonyms AS s
   WHERE s.id = coalesce(?2, (SELECT max(id) FROM synonyms)) AND s.words = ?3
      ON CONFLICT DO NOTHING`

type Given = Pick<SynonymRow, 'words' | 'means' | 'lang'>

const putWords = (d1: D1Database, words: readonly string[], id: number | null) =>
  d1.prepare(PUT_WORDS).bind(JSON.stringify(words.map(foldedText)), id, JSON.stringify(words))

/**
 * The statements that make a synonym. The first writes nothing where there are too many, and returns the row; `noted` are run
 * right behind it.
 */
export const insertSynonym = (
  d1: D1Database,
  { words, means, lang }: Given,
  noted: readonly D1PreparedStatement[] = [],
): D1PreparedStatement[] => [
  d1.prepare(INSERT).bind(JSON.stringify(words), JSON.stringify(means), lang),
  ...noted,
  putWords(d1, words, null),
]

/** The row that `insertSynonym` has made, by the result of its first statement. */
export const insertedSynonym = (result: { results: unknown[] } | undefined): SynonymRow | undefined =>
  foundRows(Row, result)[0]

/** The statements that change a synonym. */
export function updateSynonym(
  d1: D1Database,
  { id, words, means, lang }: SynonymRow,
  noted: readonly D1PreparedStatement[] = [],
): D1PreparedStatement[] {
  const number = rowNumber(id)
  return [
    d1.prepare(UPDATE).bind(JSON.stringify(words), JSON.stringify(means), lang, number),
    ...noted,
    d1.prepare(DROP_WORDS).bind(number),
    putWords(d1, words, number),
  ]
}

/** The statement that deletes a synonym. */
export const deleteSynonym = (d1: D1Database, id: string): D1PreparedStatement =>
  d1.prepare('DELETE FROM synonyms WHERE id = ?1').bind(rowNumber(id))
