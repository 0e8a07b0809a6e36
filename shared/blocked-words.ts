import { fold } from './fold.ts'
import { oncePer } from './once-per.ts'

const BETWEEN = /[^\p{L}\p{M}\p{N}]+/gu
/** What is not seen within a word, and marks over letters of any script, but for those that make another kana. */
const DECORATION = /\p{DI}|(?![\u3099\u309a])(?=\p{M})\p{sc=Inherited}/gu
/** Words of these letters have no spaces between them: one is found within others. */
const RUN_ON = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々\p{sc=Thai}]+$/u
const WORD = /\p{L}+/gu
const LATIN = /[a-z]/
/** Letters of Cyrillic and Greek that look like a Latin one, large or small, each in front of that one. */
const ALIKE = new Map(
  'аaвbеeзzіiјjкkмmнhоoрpсcѕsтtуyхxһhԁdԛqԝwαaβbεeζzηnιiκkμmνvοoρpτtυuχx'
    .match(/../gu)
    ?.map(([from = '', to = '']) => [from, to]),
)

/** A word with Latin letters, all that look like one replaced by it. A word of another script stays. */
const inOneScript = (word: string): string =>
  LATIN.test(word) ? [...word].map((letter) => ALIKE.get(letter) ?? letter).join('') : word

/** A text as it is compared: without case, accents, and what hides words; a space around each word. */
const spaced = (text: string): string =>
  ` ${fold(text.replace(DECORATION, '')).replace(WORD, inOneScript).replace(BETWEEN, ' ').trim()} `

/** What is looked for of each word of a list. One without letters is in no text. */
const wantedOf = oncePer((words: readonly string[]) =>
  words.flatMap((word) => {
    const wanted = spaced(word)
    const letters = wanted.trim()
    return letters === '' ? [] : [{ word, wanted: RUN_ON.test(letters) ? letters : wanted }]
  }),
)

/** The first word of a list that a text has: as a whole word, or several in a row, without regard to case and accents. */
export function blockedIn(words: readonly string[], text: string): string | undefined {
  if (words.length === 0 || text === '') return undefined
  const whole = spaced(text)
  return wantedOf(words).find(({ wanted }) => whole.includes(wanted))?.word
}
