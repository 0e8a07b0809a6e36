import type { Gif } from '../schema/gif.ts'

/** Finds emoji by their own words: the API lists them, and has no search for them (§7). Each word of `q` must begin one. */
export function emojiNamed(gifs: readonly Gif[], q: string): Gif[] {
  const wanted = wordsOf(q)
  return gifs.filter((gif) => {
    const own = wordsOf([gif.title, gif.alt_text, gif.slug, ...gif.tags].join(' '))
    return wanted.every((word) => own.some((one) => one.startsWith(word)))
  })
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
