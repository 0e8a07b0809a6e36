import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { lazyModule } from '../../shared/server/lazy-module.ts'
import { termOf } from '../listings/category-rows.ts'
import { findRows, foundRows, json } from '../sql.ts'
import { readQuery } from '../words.ts'
import { loadSearchData } from './data/load-data.ts'
import type { Meaning } from './data/search-data.ts'
import { readIndexed } from './index-items.ts'
import type { Searched } from './look-up.ts'
import { CountRow, nearWords } from './near-words.ts'
import { type QueryContext, understand, type Vocabulary } from './query.ts'

const COUNTS = `
  SELECT t.term, t.items
    FROM json_each(?1) AS wanted CROSS JOIN search_terms AS t ON t.term = wanted.value WHERE t.items > 0`

/** Words that begin with a text are looked at, and those of most items kept. */
const STARTING = { looked: 50, kept: 8 } as const
const STARTED = `
  SELECT term, items
    FROM (SELECT term, items FROM search_terms
           WHERE term > ?1 AND term < ?1 || char(1114111) AND items > 0 ORDER BY term LIMIT ${STARTING.looked})
   ORDER BY items DESC, term LIMIT ${STARTING.kept}`

/** The words of the library, as migration 0051 keeps them. `behind` as `readIndexed` has it. */
export const createVocabulary = (db: D1Database, behind?: () => void): Vocabulary => ({
  async counts(terms) {
    const [counted] = await readIndexed(db, [db.prepare(COUNTS).bind(JSON.stringify(terms))], behind)
    return new Map(foundRows(CountRow, counted).map(({ term, items }) => [term, items]))
  },
  near: nearWords(db),
  starting: (word) => findRows(CountRow, db.prepare(STARTED).bind(word)),
})

const Words = json(v.array(v.string()))
const SynonymRow = v.object({ word: v.string(), lang: v.string(), words: Words, means: Words })

/** As many rows of words are read. */
const SYNONYMS_MAX = 100
const SYNONYMS = `
  SELECT w.word, s.lang, s.words, s.means
    FROM json_each(?1)      AS span
   CROSS JOIN synonym_words AS w ON w.word = span.value
    JOIN synonyms           AS s ON s.id = w.synonym
   WHERE ?2 = '' OR s.lang IN ('', ?2) LIMIT ${SYNONYMS_MAX}`

/** What staff say that texts mean (migration 0040). Of a search in a language, synonyms of another one stay out. */
export async function synonymsOf(
  db: D1Database,
  texts: readonly string[],
  lang = '',
): Promise<Map<string, Meaning[]>> {
  const [code = ''] = lang.toLowerCase().split(/[-_]/)
  const rows = await findRows(SynonymRow, db.prepare(SYNONYMS).bind(JSON.stringify(texts), code))
  const meanings = rows.flatMap(({ word, lang, words, means }) =>
    (means.length > 0 ? means : words).map((text) => ({ word, text, lang, by: 'synonym' as const })),
  )
  return Map.groupBy(meanings, ({ word }) => word)
}

/** The tables of words without emoji, whose files no one reads here. */
const tables = lazyModule(() => loadSearchData(undefined))

/** Every term counts: which of them the library knows is found out later, for many texts at once. */
const ANY_WORDS: Vocabulary = {
  counts: async (terms) => new Map(terms.map((term) => [term, Number.MAX_SAFE_INTEGER])),
  near: async () => [],
  starting: async () => [],
}

/** What each of many texts means by its words and what staff say, with one read for all of them. */
export async function plainTexts(db: D1Database, texts: readonly string[]): Promise<Searched[]> {
  const spans = new Set<string>()
  const loaded = await tables()
  const read = (synonyms: (keys: readonly string[]) => Promise<ReadonlyMap<string, Meaning[]>>) =>
    Promise.all(
      texts.map(async (text) => ({
        understood: await understand(text, { lang: '', vocabulary: ANY_WORDS, data: loaded, synonyms }),
        name: termOf(text),
      })),
    )
  await read(async (keys) => {
    for (const key of keys) spans.add(key)
    return new Map()
  })
  const known = await synonymsOf(db, [...spans])
  return read(async () => known)
}

/** By which tables a text is read, in which language, and whether as it is typed, or once more (`correct.ts`). */
type HowToRead = Partial<Pick<QueryContext, 'data' | 'exact' | 'insist'>> & {
  lang?: string | undefined
  behind?: (() => void) | undefined
}

/** What a text means, as a search of the library takes it. */
export async function searchedText(
  db: D1Database,
  q: string,
  { data, lang = '', behind, ...how }: HowToRead = {},
): Promise<Searched> {
  const context = {
    ...how,
    lang,
    vocabulary: createVocabulary(db, behind),
    data: data ?? (await tables()),
    synonyms: (texts: readonly string[]) => synonymsOf(db, texts, lang),
  }
  return { understood: await understand(q, context), name: termOf(readQuery(q).words) }
}
