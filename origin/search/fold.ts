import { MAX_WORDS, shortened, WORD } from '../words.ts'

/** Between letters an apostrophe is part of a word, which most people leave out: `don't`, `l’amour`. */
const APOSTROPHE = /(?<=\p{L})['’ʼ`´](?=\p{L})/gu
/** French words that lose their vowel before another: `l’amour` is found by `amour`. */
const ELIDED = /(?<!\p{L})(?:[cdjlmnst]|qu)['’ʼ](?=[aeiouhyàâäéèêëîïôöùûü])/gu
/** A run of Japanese: its words have no spaces between them. */
const JAPANESE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]+/gu

const JAPANESE_FIRST = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]/u

let segmenter: Intl.Segmenter | undefined

/** Whether a word is Japanese. */
export const isJapanese = (word: string): boolean => JAPANESE_FIRST.test(word)

/** The words of a run of Japanese, as the platform finds them. */
function segments(run: string): string[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  return [...segmenter.segment(run)].map(({ segment }) => segment)
}

const bare = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(ELIDED, '').replace(APOSTROPHE, '')

/** Words in lower case with their marks, Japanese ones apart. */
export const spokenWords = (text: string, most = MAX_WORDS): string[] =>
  (bare(text).replace(JAPANESE, ' $& ').match(WORD) ?? [])
    .slice(0, most)
    .flatMap((word) => (isJapanese(word) ? segments(word) : [word]))
    .slice(0, most)
    .map(shortened)

/** The runs of Japanese in a text: what two letters that follow one another are read from. */
export const japaneseRuns = (text: string): string[] => (bare(text).match(JAPANESE) ?? []).map(shortened)
