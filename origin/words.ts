/** T30: the parts of a text that become search words. Nothing else of it reaches the full-text engine. */
const MAX_WORDS = 16
const MAX_WORD_CHARS = 64
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** The words of any text, without what could be an operator. */
export const wordsOf = (text: string): string[] =>
  (text.match(WORD) ?? []).slice(0, MAX_WORDS).map((word) => [...word].slice(0, MAX_WORD_CHARS).join(''))

/** A word without case and accents, as the full-text index has it. */
const folded = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The words of a text as they are compared, joined by a space; '' where it has none. */
export const foldedText = (text: string): string => wordsOf(text).map(folded).join(' ')

/** Words that an item has all of. */
type Alternative = readonly string[]

/** A part of a search: its own words, and behind them others that mean the same. One alternative is enough. */
export type SearchPart = readonly [own: Alternative, ...others: Alternative[]]

/** What texts mean, by their folded words: texts of the same meaning. */
export type Meanings = ReadonlyMap<string, readonly string[]>

/** Words of a text that may mean something together. */
const SPAN_MAX = 4
/** Meanings of one part that are searched for. */
const ALTERNATIVES_MAX = 20

const spanOf = (words: readonly string[], at: number, length: number): string =>
  words
    .slice(at, at + length)
    .map(folded)
    .join(' ')

/** All that may have a meaning in these words: each, and up to four that follow one another. */
export const spansOf = (words: readonly string[]): string[] => [
  ...new Set(
    words.flatMap((_, at) =>
      Array.from({ length: Math.min(SPAN_MAX, words.length - at) }, (_, more) => spanOf(words, at, more + 1)),
    ),
  ),
]

/** The parts of a search: the longest texts that mean something else too, and single words. */
export function partsOf(words: readonly string[], meanings: Meanings = new Map()): SearchPart[] {
  const parts: SearchPart[] = []
  for (let at = 0; at < words.length; ) {
    let length = Math.min(SPAN_MAX, words.length - at)
    while (length > 1 && !meanings.has(spanOf(words, at, length))) length--
    const own = spanOf(words, at, length)
    const others = new Map((meanings.get(own) ?? []).map((text) => [foldedText(text), wordsOf(text)]))
    for (const text of [own, '']) others.delete(text)
    parts.push([words.slice(at, at + length), ...[...others.values()].slice(0, ALTERNATIVES_MAX)])
    at += length
  }
  return parts
}

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
