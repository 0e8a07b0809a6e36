import { isJapanese } from './fold.ts'

/** `sooo` and `hahaha`: what was stretched, once and twice. */
export function shrunk(word: string): string[] {
  const laugh = /^(\p{L}{2,3}?)\1{2,}\p{L}{0,2}$/u.exec(word)
  const forms = [
    ...(laugh?.[1] ? [laugh[1] + laugh[1], laugh[1]] : []),
    ...(/(\p{L})\1\1/u.test(word)
      ? [word.replace(/(\p{L})\1{2,}/gu, '$1$1'), word.replace(/(\p{L})\1{2,}/gu, '$1')]
      : []),
  ]
  return [...new Set(forms)].filter((form) => form !== word)
}

/** Umlauts as they are typed on other keyboards: `maedchen` is `mädchen`, which is compared as `madchen`. */
const withoutE = (word: string): string[] => (/[aou]e/.test(word) ? [word.replace(/([aou])e/g, '$1')] : [])

const KANA = 0x60
const moved = (word: string, from: RegExp, by: number): string =>
  word.replace(from, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + by))

/** The same sounds in the other letters: `ねこ` is `ネコ`. */
const kana = (word: string): string[] => [moved(word, /[ァ-ヶ]/g, -KANA), moved(word, /[ぁ-ゖ]/g, KANA)]

/** Other ways to write a word. */
export const spellings = (word: string): string[] =>
  (isJapanese(word) ? kana(word) : withoutE(word)).filter((other) => other !== word)

/** Endings that make another word of one: `sunny` of `sun`, `sleepiness`, `dancer`. For words that nothing else finds. */
const ENDINGS =
  /(?:iness|ness|less|fully|ful|ish|iest|ier|est|er|ers|ily|ly|ies|ie|y|ing|in|ito|ita|itos|itas|chen|lein)$/

/** What a word may be made of, by its ending. */
export function bases(word: string): string[] {
  const base = word.replace(ENDINGS, '')
  if (base === word || base.length < 3) return []
  const single = base.replace(/([b-df-hj-np-tv-z])\1$/, '$1')
  return [...new Set([base, single, `${base}e`, `${base}y`, `${base}o`, `${base}a`])]
}

/** Parts of a word that is written as one are at least so long. */
const PART_MIN = 3
const SPLIT_MAX = 24

/** All ways to split a word in two; German ones may have an s between. */
export function splits(word: string): [string, string][] {
  if (word.length > SPLIT_MAX || isJapanese(word)) return []
  return Array.from(
    { length: Math.max(0, word.length - 2 * PART_MIN + 1) },
    (_, at) => at + PART_MIN,
  ).flatMap((at): [string, string][] => {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    const linked = first.endsWith('s') && first.length > PART_MIN ? [first.slice(0, -1)] : []
    return [[first, second], ...linked.map((part): [string, string] => [part, second])]
  })
}

/**
 * How many edits a word is from another: letters that are missing, too many, other ones, or swapped with the next.
 * @returns `most` + 1 for more
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const step = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(isSwap ? Math.min(step, (before[j - 2] ?? 0) + 1) : step)
    }
    ;[before, last] = [last, row]
  }
  return Math.min(last[b.length] ?? 0, most + 1)
}

/** Letters that `deletions` reads. */
export const NEAR_PREFIX = 7

/** A word's beginning, and what it is without one letter, or without two: what near words have in common. The longest first. */
export function deletions(word: string, edits: 1 | 2): string[] {
  const without = (text: string) => Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))
  const start = word.slice(0, NEAR_PREFIX)
  const once = without(start)
  return [...new Set([start, ...once, ...(edits === 2 ? once.flatMap(without) : [])])]
}
