import { fold, isJapanese, spokenWords } from './fold.ts'
import { STEM_LANGUAGES, STEM_MARK, stemsOf } from './stems.ts'

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

/**
 * A word of a query with what it may stand for, the best first. What several words mean together is an alternative of each of
 * them: `gn` of both words of `good night`.
 */
export type QueryWord = { typed: string; alternatives: readonly Alternative[]; isStop: boolean }

export type Understood = {
  /** The user or channel whose items are searched. */
  scope: string | null
  /** Words that say nothing (`isStop`) weigh nothing. They are words again where there are no others. */
  words: readonly QueryWord[]
  /** What was searched, where it differs from what was typed. */
  corrected: string | undefined
}

/** A word of the library that is close to another: `items` have it. */
export type Near = { term: string; items: number; distance: number }

/** What the words of the library are. */
export interface Vocabulary {
  /** How many items have each of these terms, stems too; those without items are left out. */
  counts(terms: readonly string[]): Promise<Map<string, number>>
  /** Words (no stems) that are at most so many edits away, those of most items first, bounded in number. */
  near(word: string, edits: 1 | 2): Promise<readonly Near[]>
}

/** The tables of words, loaded by the first search. */
export type SearchData = { stopWords: ReadonlySet<string> }

export type QueryContext = {
  /** The visitor's language, `de` or `de-AT`; '' where no one said. */
  lang: string
  vocabulary: Vocabulary
  data: SearchData
}

const SCOPED = /^@([\w.-]{1,100})(?:\s+|$)/

/** `@username cats` limits to a user or channel (`docs/wire.md`). */
export function readScope(q: string): { scope: string | null; text: string } {
  const at = SCOPED.exec(q)
  return { scope: at?.[1] ?? null, text: at ? q.slice(at[0].length) : q }
}

/** An alternative by its reason. */
export const standsFor = (term: string, by: Reason): Alternative => ({
  term,
  weight: WEIGHTS[by],
  by,
  scope: term.startsWith(STEM_MARK) ? 'stem' : 'word',
})

/** What a text means: what to look for instead of its words, and how well that fits. */
export async function understand(q: string, { data }: QueryContext): Promise<Understood> {
  const { scope, text } = readScope(q)
  const words = spokenWords(text).map((word): QueryWord => {
    const typed = fold(word)
    const forms = isJapanese(word) ? [] : stemsOf(word, STEM_LANGUAGES)
    return {
      typed,
      alternatives: [standsFor(typed, 'typed'), ...forms.map((form) => standsFor(form, 'form'))],
      isStop: data.stopWords.has(typed),
    }
  })
  return { scope, words, corrected: undefined }
}
