import type { Meaning, SearchData } from './data/search-data.ts'
import type { Unit } from './units.ts'

/** Keywords of an emoji that are searched for, of each language. */
const KEYWORDS_MAX = 8

const FLAG = /^\p{RI}{2}$/u
const FIRST_LETTER = 0x1f1e6

/** The name of the country that a flag is of. */
function countryOf(flag: string, lang: string): string[] {
  const region = Array.from(flag, (letter) =>
    String.fromCharCode(65 + (letter.codePointAt(0) ?? 0) - FIRST_LETTER),
  ).join('')
  const name = new Intl.DisplayNames([lang], { type: 'region', fallback: 'none' }).of(region)
  return name === undefined ? [] : [name]
}

/** What an emoji is called, the most telling first; one that is made of others, as the first of them that has a name. */
function namesIn(names: ReadonlyMap<string, string>, emoji: string): string[] {
  const known = [emoji, ...emoji.split('\u200d')].map((part) => names.get(part)).find((found) => found)
  return known?.split('|').slice(0, KEYWORDS_MAX) ?? []
}

/** What the emoji of a query mean in some languages, by the emoji. */
export async function emojiTexts(
  units: readonly Unit[],
  languages: readonly string[],
  { emoji }: SearchData,
): Promise<ReadonlyMap<string, readonly Meaning[]>> {
  const wanted = [...new Set(units.filter(({ isEmoji }) => isEmoji).map(({ typed }) => typed))]
  if (wanted.length === 0) return new Map()
  const tables = await Promise.all(languages.map(async (lang) => [lang, await emoji(lang)] as const))
  const textsOf = (one: string): Meaning[] =>
    tables.flatMap(([lang, names]) =>
      (FLAG.test(one) ? countryOf(one, lang) : namesIn(names, one)).map((text) => ({
        text,
        lang,
        by: 'synonym',
      })),
    )
  return new Map(wanted.map((one) => [one, textsOf(one)]))
}
