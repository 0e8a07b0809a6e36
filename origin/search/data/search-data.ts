import { fold } from '../../../shared/fold.ts'
import { isJapanese } from '../fold.ts'
import { type Unit, unitsOf, written } from '../units.ts'
import { SLANG } from './slang.ts'
import { STOP_WORDS } from './stop-words.ts'

/** What a text also means; `by` is whether as a form of the same word. */
export type Meaning = { text: string; lang: string; by: 'form' | 'synonym' }

/** What texts mean: by a text as a query is read. */
export type Meanings = { get(text: string): readonly Meaning[] | undefined }

/** `means`: what they also find; without it they mean each other. */
type Row = { lang: string; by: Meaning['by']; words: readonly string[]; means: readonly string[] | undefined }

/** The texts of a row that are between these marks. */
const textsOf = (row: string, mark: string) => row.split(mark).map((text) => text.trim())

function readRow(row: string, lang: string): Row {
  const [left = '', right] = textsOf(row, '>')
  const by = left.includes('|') ? 'form' : 'synonym'
  const words = textsOf(left, by === 'form' ? '|' : ',')
  return { lang, by, words, means: right === undefined ? undefined : textsOf(right, ',') }
}

/** A text of the table as a query is read. Most are plain; Japanese is written without spaces, so nothing has to part it. */
const readAs = (text: string): string =>
  /^[a-z ]+$/.test(text) ? text : isJapanese(text) ? fold(text) : written(unitsOf(text))

const meaningsIn = ({ lang, by, words, means }: Row, text: string): Meaning[] =>
  (means ?? words.filter((word) => readAs(word) !== text)).map((one) => ({ text: one, lang, by }))

/** The rows of a text are found by it; what they mean is made when someone asks. */
function readMeanings(): Meanings {
  const rows = new Map<string, Row[]>()
  for (const [lang, table] of Object.entries(SLANG))
    for (const line of table.split('\n')) {
      const row = readRow(line, lang)
      for (const key of new Set(row.words.map(readAs))) rows.set(key, [...(rows.get(key) ?? []), row])
    }
  return { get: (text) => rows.get(text)?.flatMap((row) => meaningsIn(row, text)) }
}

/** The tables of words. They are read once, by the first search. */
export const readTables = () => ({
  stopWords: new Map(
    Object.entries(STOP_WORDS).map(([lang, words]) => [lang, new Set(words.split(/\s+/))] as const),
  ),
  meanings: readMeanings(),
})

export type SearchData = ReturnType<typeof readTables> & {
  /** What emoji are called in a language, joined by `|`, the most telling name first; none for a language without a table. */
  emoji(lang: string): Promise<ReadonlyMap<string, string>>
}

/** Words that may mean something together. */
const SPAN_MAX = 6

type Span = { key: string; from: number; to: number }

/** All texts of a query that may mean something: each word, and those that follow one another. */
export const spanKeys = (units: readonly Pick<Unit, 'typed' | 'joins'>[]): Span[] =>
  units.flatMap((_, from) =>
    Array.from({ length: Math.min(SPAN_MAX, units.length - from) }, (_, more) => from + more + 1).map(
      (to) => ({ key: written(units.slice(from, to)), from, to }),
    ),
  )
