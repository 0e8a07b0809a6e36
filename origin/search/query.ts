import { readQuery } from '../words.ts'
import { type Alternative, best } from './alternatives.ts'
import { completed } from './correct.ts'
import { type Meaning, type SearchData, spanKeys } from './data/search-data.ts'
import { emojiTexts } from './emoji.ts'
import { knownMeanings, meantBy, meantByEmoji, stopWordsOf } from './meant.ts'
import { type Counts, formsOf, itemsOf, type Spelled, spell, termsToCount } from './spelled.ts'
import { unitsOf, written } from './units.ts'
import type { Vocabulary } from './vocabulary.ts'

export type { Alternative } from './alternatives.ts'
export type { SearchData } from './data/search-data.ts'
export type { Vocabulary } from './vocabulary.ts'

/**
 * A word of a query with what it may stand for, the best first. What several words mean together is an alternative of each of
 * them: `gn` of both words of `good night`.
 */
export type QueryWord = { typed: string; alternatives: readonly Alternative[]; isStop: boolean }

export type Understood = {
  /** The user or channel whose items are searched. */
  scope: string | null
  /** Words that say nothing (`isStop`) weigh nothing. Where there are no others, none is marked so. */
  words: readonly QueryWord[]
  /** What was searched, where it differs from what was typed. */
  corrected: string | undefined
}

export type QueryContext = {
  /** The visitor's language, `de` or `de-AT`; '' where no one said. */
  lang: string
  vocabulary: Vocabulary
  data: SearchData
  /** What staff say that texts mean, by the text. */
  synonyms?: (texts: readonly string[]) => Promise<ReadonlyMap<string, readonly Meaning[]>>
  /** `Correcting` in correct.ts. */
  exact?: boolean
  insist?: boolean
}

/** As many alternatives of a word are searched for. */
const ALTERNATIVES_MAX = 16
/** Terms of a query that are looked up. */
const COUNTED_MAX = 400
/** Words of a query that are completed or corrected. */
const COMPLETED_MAX = 3

/** The languages of a query: the visitor's, and English, which most items are in. */
const languagesOf = (lang: string): string[] => {
  const [code = ''] = lang.toLowerCase().split(/[-_]/)
  return [...new Set([code || 'en', 'en'])]
}

/** The words of a text, and what each may mean by its forms and by the tables. */
async function read(text: string, languages: readonly string[], context: QueryContext) {
  const { data, vocabulary, synonyms } = context
  const units = unitsOf(text)
  const says = stopWordsOf(units, languages, data)
  const words = spell(units, languages)
  const emoji = await emojiTexts(units, languages, data)
  const ofEmoji = words.map(({ typed, isEmoji }) =>
    isEmoji ? meantByEmoji(emoji.get(typed) ?? [], says) : [],
  )
  const ofTables = meantBy(units, data.meanings, languages, says)
  const meant = [...ofEmoji.flat(), ...ofTables.map(({ alternative }) => alternative)]
  const terms = [...termsToCount(words), ...meant.flatMap(({ term }) => term.split(' '))]
  const [counts, byStaff] = await Promise.all([
    words.length > 0
      ? vocabulary.counts([...new Set(terms)].slice(0, COUNTED_MAX))
      : new Map<string, number>(),
    synonyms?.(spanKeys(units).map(({ key }) => key)) ?? new Map<string, Meaning[]>(),
  ])
  const known = [...meantBy(units, byStaff, languages, says), ...knownMeanings(ofTables, words, counts)]
  const read = words.map((word, at) => ({
    word,
    isSilent: word.isEmoji ? ofEmoji[at]?.length === 0 : says(word.typed),
    alternatives: [
      ...(word.isEmoji ? (ofEmoji[at] ?? []) : formsOf(word, counts)),
      ...known.filter(({ from, to }) => from <= at && at < to).map(({ alternative }) => alternative),
    ],
  }))
  return { counts, read }
}

type ReadWord = { word: Spelled; isSilent: boolean; alternatives: readonly Alternative[] }

/** Completes and corrects the first words that say something. */
function complete(
  words: readonly ReadWord[],
  counts: Counts,
  languages: readonly string[],
  context: QueryContext,
) {
  const { vocabulary, exact, insist } = context
  const telling = words.filter(({ isSilent }) => !isSilent).slice(0, COMPLETED_MAX)
  const itemsIn = ({ word }: ReadWord) => itemsOf(counts, word.typed)
  // The rarest words are those that may have been mistyped.
  const least = Math.min(...telling.map(itemsIn).filter((items) => items > 0))
  return Promise.all(
    words.map(async (one) => {
      if (!telling.includes(one)) return { ...one, correction: undefined }
      const correcting = { vocabulary, counts, languages, exact, insist: insist && itemsIn(one) === least }
      const { more, correction } = await completed(one.word, one.alternatives, correcting)
      return { ...one, correction, alternatives: [...one.alternatives, ...more] }
    }),
  )
}

/** What a text means: what to look for instead of its words, and how well that fits. */
export async function understand(q: string, context: QueryContext): Promise<Understood> {
  const { scope, words: text } = readQuery(q)
  const languages = languagesOf(context.lang)
  const { counts, read: all } = await read(text, languages, context)
  const isSilent = all.every((one) => one.isSilent)
  const words = await complete(
    all.map((one) => ({ ...one, isSilent: one.isSilent && !isSilent })),
    counts,
    languages,
    context,
  )
  const isCorrected = words.some(({ correction }) => correction !== undefined)
  const searched = words.map(({ word, correction }) => ({ ...word, typed: correction ?? word.typed }))
  return {
    scope,
    words: words.map(({ word, alternatives, isSilent }) => ({
      typed: word.typed,
      alternatives: best(alternatives, ALTERNATIVES_MAX),
      isStop: isSilent,
    })),
    corrected: isCorrected ? written(searched) : undefined,
  }
}
