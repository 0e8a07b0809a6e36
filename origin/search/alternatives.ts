import { fold } from '../../shared/fold.ts'
import { isJapanese, japaneseRuns, spokenWords } from './fold.ts'
import { isStemLanguage, STEM_MARK, stemsOf } from './stems.ts'
import { letterTerms } from './terms.ts'

/** Why a word may stand for another, and how much that counts. */
export const WEIGHTS = {
  typed: 1,
  joined: 0.95,
  split: 0.95,
  form: 0.9,
  emoji: 0.9,
  synonym: 0.7,
  /** The typed letters are the start of this word. */
  start: 0.6,
  correction: 0.5,
} as const

export type Reason = keyof typeof WEIGHTS

/**
 * What a word of a query may stand for.
 *
 * `term` is a term of the index, or several with a space between: an item has all of them. Stems begin with `~` there and
 * here (`terms.ts`); in a term of several words each has its own.
 */
export type Alternative = { term: string; weight: number; by: Reason; scope: 'word' | 'stem' }

/** An alternative by its reason. */
export const standsFor = (term: string, by: Reason, weight: number = WEIGHTS[by]): Alternative => ({
  term,
  weight,
  by,
  scope: term.startsWith(STEM_MARK) ? 'stem' : 'word',
})

/** The terms of one word of a meaning: its stem in the language, else the word itself. */
const termOf = (word: string, lang: string): string =>
  (isStemLanguage(lang) ? stemsOf(word, [lang])[0] : undefined) ?? fold(word)

/**
 * What an item must have to be found by a text that something means, such as `good morning`.
 * @param isStop whether a word says nothing: it is left out where others are there.
 */
export function meantTerms(text: string, lang: string, isStop: (word: string) => boolean): string[] {
  const words = spokenWords(text)
  const telling = words.filter((word) => !isStop(fold(word)))
  const all = telling.length > 0 ? telling : words
  if (all.length === 0) return []
  const spoken = all.map((word) => (isJapanese(word) ? fold(word) : termOf(word, lang))).join(' ')
  const plain = all.map(fold).join(' ')
  const letters = japaneseRuns(text).flatMap(lettersOf).join(' ')
  return [...new Set([spoken, ...(isStemLanguage(lang) ? [] : [plain]), ...(letters ? [letters] : [])])]
}

/** The letters in a row that stand for a Japanese word: pairs, or the one letter that it is. */
export function lettersOf(word: string): string[] {
  const terms = letterTerms(word)
  const pairs = terms.filter((term) => [...term].length > STEM_MARK.length + 1)
  return pairs.length > 0 ? pairs : terms
}

/** The best alternatives, each term once. */
export function best(alternatives: readonly Alternative[], most: number): Alternative[] {
  const found = new Map<string, Alternative>()
  for (const one of alternatives.toSorted((a, b) => b.weight - a.weight))
    if (!found.has(one.term)) found.set(one.term, one)
  return [...found.values()].slice(0, most)
}
