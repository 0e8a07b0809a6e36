import { fold } from '../../shared/fold.ts'
import { isJapanese, spokenWords } from './fold.ts'

/** A word of a query, or an emoji. `joins`: the next word follows without a space, as in Japanese. */
export type Unit = { spoken: string; typed: string; isEmoji: boolean; joins: boolean }

const EMOJI =
  /\p{RI}\p{RI}|\p{Extended_Pictographic}[\u{FE0F}\u{1F3FB}-\u{1F3FF}]*(?:\u200d[\p{Extended_Pictographic}♀♂][\u{FE0F}\u{1F3FB}-\u{1F3FF}]*)*/gu

/** Skin tones, and what says how an emoji is drawn, and whom it shows: ♀ and ♂. */
const LOOKS = /[\u{FE0F}\u{FE0E}\u{1F3FB}-\u{1F3FF}]|\u200d[♀♂]/gu
/** Who is at work: 👩‍🚒 is 🧑‍🚒. Families and couples stay. */
const AT_WORK = /^[👩👨](?=\u200d[^👩👨👧👦👶❤🤝💋])/u

/** An emoji without skin tone and sex, as the tables have it. */
export const plainEmoji = (emoji: string): string => emoji.replace(LOOKS, '').replace(AT_WORK, '🧑')

/** Faces of letters. */
const EMOTICONS = new Map([
  [':)', '🙂'],
  [':-)', '🙂'],
  [':(', '🙁'],
  [':-(', '🙁'],
  [';)', '😉'],
  [';-)', '😉'],
  [':d', '😀'],
  [':-d', '😀'],
  [':p', '😛'],
  [':o', '😮'],
  [":'(", '😢'],
  ['<3', '❤'],
  ['</3', '💔'],
])

const emojiUnit = (emoji: string): Unit => ({
  spoken: emoji,
  typed: plainEmoji(emoji),
  isEmoji: true,
  joins: false,
})

const wordUnits = (text: string): Unit[] =>
  spokenWords(text).map((spoken, at, all) => {
    const next = all[at + 1]
    return {
      spoken,
      typed: fold(spoken),
      isEmoji: false,
      joins: next !== undefined && isJapanese(spoken) && isJapanese(next),
    }
  })

function unitsOfChunk(chunk: string): Unit[] {
  const face = EMOTICONS.get(chunk.toLowerCase())
  if (face) return [emojiUnit(face)]
  const units: Unit[] = []
  let at = 0
  for (const { 0: emoji, index } of chunk.matchAll(EMOJI)) {
    units.push(...wordUnits(chunk.slice(at, index)), emojiUnit(emoji))
    at = index + emoji.length
  }
  return [...units, ...wordUnits(chunk.slice(at))]
}

/** As much of a text is read (T30). */
const UNITS_MAX = 16
const TEXT_MAX = 400

/** The words and emoji of a text in their order. */
export const unitsOf = (text: string): Unit[] =>
  text.slice(0, TEXT_MAX).split(/\s+/).flatMap(unitsOfChunk).slice(0, UNITS_MAX)

/** Units that follow one another, as people write them. */
export const written = (units: readonly Pick<Unit, 'typed' | 'joins'>[]): string =>
  units.map(({ typed, joins }, at) => (joins || at + 1 === units.length ? typed : `${typed} `)).join('')
