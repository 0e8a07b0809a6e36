import { type Alternative, meantTerms, standsFor, WEIGHTS } from './alternatives.ts'
import { type Meaning, type Meanings, type SearchData, spanKeys } from './data/search-data.ts'
import type { Counts, Spelled } from './spelled.ts'
import { itemsOf } from './spelled.ts'
import type { Unit } from './units.ts'

type IsStop = (word: string) => boolean

/** What the words from one to another mean together. `isOurs`: in the visitor's language, or in English. */
export type Meant = { from: number; to: number; isOurs: boolean; alternative: Alternative }

const alternativesOf = ({ text, lang, by }: Meaning, isStop: IsStop): Alternative[] =>
  meantTerms(text, lang || 'en', isStop).map((term) => standsFor(term, by))

/** What texts of a query mean by a table. */
export function meantBy(
  units: readonly Unit[],
  meanings: Meanings,
  languages: readonly string[],
  isStop: IsStop,
): Meant[] {
  return spanKeys(units).flatMap(({ key, from, to }) =>
    (meanings.get(key) ?? []).flatMap((meaning) => {
      const isOurs = meaning.lang === '' || languages.includes(meaning.lang)
      return alternativesOf(meaning, isStop).map((alternative) => ({ from, to, isOurs, alternative }))
    }),
  )
}

/** Those that the library has; words of another language count where the library does not know the typed ones. */
export const knownMeanings = (meant: readonly Meant[], words: readonly Spelled[], counts: Counts): Meant[] =>
  meant.filter(
    ({ from, to, isOurs, alternative }) =>
      itemsOf(counts, alternative.term) > 0 &&
      (isOurs || words.slice(from, to).some(({ typed }) => !counts.has(typed))),
  )

/** How much less each further keyword of an emoji counts. */
const KEYWORD_STEP = 0.02

/** What an emoji means, by its names. */
export const meantByEmoji = (names: readonly Meaning[], isStop: IsStop): Alternative[] =>
  names.flatMap(({ text, lang }, at) =>
    meantTerms(text, lang, isStop).map((term) => standsFor(term, 'emoji', WEIGHTS.emoji - at * KEYWORD_STEP)),
  )

/**
 * Which words say nothing: those of the visitor's language and of English, of another language that the query has two of, and
 * single letters of Japanese grammar.
 */
export function stopWordsOf(
  units: readonly Unit[],
  languages: readonly string[],
  { stopWords }: SearchData,
): IsStop {
  const spoken = [...stopWords]
    .filter(
      ([lang, words]) =>
        lang === 'ja' || languages.includes(lang) || units.filter(({ typed }) => words.has(typed)).length > 1,
    )
    .map(([, words]) => words)
  return (word) => /^[ぁ-ゖ]$/.test(word) || spoken.some((words) => words.has(word))
}
