/** T30: the parts of a text that become search words, and how many are read. Nothing else of it reaches the full-text engine. */
export const MAX_WORDS = 16
const MAX_WORD_CHARS = 64
export const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** As many letters of a word as are read. */
export const shortened = (word: string): string => [...word].slice(0, MAX_WORD_CHARS).join('')

/** The words of any text, without what could be an operator. */
export const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).slice(0, MAX_WORDS).map(shortened)

/** A word without case and accents, as the full-text index has it. */
const folded = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The words of a text as they are compared, joined by a space; '' where it has none. */
export const foldedText = (text: string): string => wordsOf(text).map(folded).join(' ')

/** The columns a visitor may search, by index. A column that is not listed is never matched. */
export const CHANNEL_COLUMNS = '{display_name slug username description}'

/** The two MATCH expressions of a text: channels that hold all of its words, and channels that hold any. */
export type Match = { all: string; any: string }

/** A word that a channel may have the start of. The star is outside the quotes. */
const prefixTerm = (word: string): string => `("${word}" OR "${word}"*)`

/**
 * Turns any text into MATCH expressions, or `undefined` when it has no word. A word is quoted, so it is never an
 * operator. The plain word next to its prefix ranks 'cat' above 'catapult'.
 */
export function matchWords(text: string, columns: string): Match | undefined {
  const words = wordsOf(text).map(prefixTerm)
  if (words.length === 0) return undefined
  return { all: `${columns} : (${words.join(' AND ')})`, any: `${columns} : (${words.join(' OR ')})` }
}

/** A parsed search text: the user or channel it is limited to, and its words. */
type SearchText = { scope: string | null; words: string }

const SCOPED = /^@([\w.-]{1,100})(?:\s+|$)/

/** `@username cats` limits to a user or channel (`docs/wire.md`). */
export function readQuery(q: string): SearchText {
  const at = SCOPED.exec(q)
  return {
    scope: at?.[1] ?? null,
    words: at ? q.slice(at[0].length) : q,
  }
}
