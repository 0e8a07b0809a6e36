import { type Alternative, lettersOf, standsFor } from './alternatives.ts'
import { isJapanese } from './fold.ts'
import { bases, shrunk, spellings, splits } from './forms.ts'
import { isStemLanguage, STEM_LANGUAGES, stemsOf } from './stems.ts'
import type { Unit } from './units.ts'

/** Stems of languages that are neither the visitor's nor English, and what a word may be made of. */
const FARTHER = 0.6

/** Everything that a word of a query may be written as in the library. */
export type Spelled = Unit & {
  stems: readonly string[]
  /** Stems in other languages than the visitor's. */
  otherStems: readonly string[]
  forms: readonly string[]
  /** Together with the word before it, or behind it. */
  joined: readonly string[]
  splits: readonly (readonly [string, string])[]
  bases: readonly string[]
}

const NOTHING = { stems: [], otherStems: [], forms: [], joined: [], splits: [], bases: [] } as const

/** The word at a place and the one before it or behind it, as one; sounds of Japanese in both kinds of letters. */
const joinedAt = (units: readonly Unit[], at: number): string[] =>
  [units.slice(Math.max(at - 1, 0), at + 1), units.slice(at, at + 2)]
    .filter((pair) => pair.length === 2 && pair.every(({ isEmoji }) => !isEmoji))
    .map((pair) => pair.map(({ typed }) => typed).join(''))
    .flatMap((word) => (isJapanese(word) ? [word, ...spellings(word)] : [word]))

/** The words of a query with all that they may be written as. */
export function spell(units: readonly Unit[], languages: readonly string[]): Spelled[] {
  const own = languages.filter(isStemLanguage)
  const others = STEM_LANGUAGES.filter((lang) => !own.includes(lang))
  return units.map((unit, at) => {
    const { typed, spoken, isEmoji } = unit
    if (isEmoji) return { ...unit, ...NOTHING }
    return {
      ...unit,
      stems: stemsOf(spoken, own),
      otherStems: stemsOf(spoken, others),
      forms: [...shrunk(typed), ...spellings(typed)],
      joined: joinedAt(units, at),
      splits: splits(typed),
      bases: bases(typed),
    }
  })
}

/** The terms of some words whose numbers of items decide what is searched for, the most telling first. */
export const termsToCount = (words: readonly Spelled[]): string[] => [
  ...words.flatMap(({ typed, stems, otherStems, forms, joined }) => [
    typed,
    ...stems,
    ...otherStems,
    ...forms,
    ...joined,
  ]),
  ...words.flatMap(({ splits, bases }) => [...splits.flat(), ...bases]),
]

export type Counts = ReadonlyMap<string, number>

/** In how many items all words of a term may be, at most. */
export const itemsOf = (counts: Counts, term: string): number =>
  Math.min(...term.split(' ').map((part) => counts.get(part) ?? 0))

/** The best way to split a word: both parts are words of the library, the rarer one of most items. */
const splitOf = ({ splits }: Spelled, counts: Counts): string | undefined =>
  splits
    .map((pair) => pair.join(' '))
    .filter((pair) => itemsOf(counts, pair) > 0)
    .sort((a, b) => itemsOf(counts, b) - itemsOf(counts, a))[0]

/** What a word of a query is as it was typed, and in the other forms that the library has. */
export function formsOf(word: Spelled, counts: Counts): Alternative[] {
  const { typed, stems, otherStems, forms, joined, bases } = word
  const has = (term: string) => itemsOf(counts, term) > 0
  const letters = isJapanese(typed) ? lettersOf(typed).join(' ') : ''
  const split = has(typed) ? undefined : splitOf(word, counts)
  const found = [
    standsFor(typed, 'typed'),
    ...joined.filter(has).map((term) => standsFor(term, 'joined')),
    ...(split === undefined ? [] : [standsFor(split, 'split')]),
    ...[...stems, ...forms].filter(has).map((term) => standsFor(term, 'form')),
    ...(letters === '' ? [] : [standsFor(letters, 'form')]),
    ...otherStems.filter(has).map((term) => standsFor(term, 'form', FARTHER)),
  ]
  if (found.some(({ term }) => has(term))) return found
  return [...found, ...bases.filter(has).map((term) => standsFor(term, 'form', FARTHER))]
}
