import { fold } from '../../shared/fold.ts'
import { isJapanese, japaneseRuns, spokenWords } from './fold.ts'
import { isStemLanguage, STEM_MARK, type StemLanguage, stemsOf } from './stems.ts'

/** What an item is found by. */
export type ItemWords = {
  title: string
  tags: readonly string[]
  /** Its tags in other languages. */
  translated: readonly { lang: string; tag: string }[]
  username: string
}

/** Where an item has a term, as bits. */
export const FIELD = { title: 1, tags: 2, translated: 4, username: 8 } as const

/** A term of an item; a stem begins with `~`. */
export type ItemTerm = { term: string; fields: number }

/** As many words of a title, and of all tags of a language, are terms. */
const TITLE_MAX = 32
const TAGS_MAX = 128

/** Two letters of Japanese that follow one another, and single Chinese ones: what segmenting may part otherwise elsewhere. */
export const letterTerms = (run: string): string[] => {
  const letters = [...run]
  return letters.flatMap((letter, at) => [
    ...(/\p{sc=Han}/u.test(letter) ? [STEM_MARK + letter] : []),
    ...(at + 1 < letters.length ? [STEM_MARK + letter + letters[at + 1]] : []),
  ])
}

/** The terms of a text: its words, and their stems in some languages. */
const termsOfText = (text: string, languages: readonly StemLanguage[], most: number): string[] => [
  ...spokenWords(text, most).flatMap((word) =>
    isJapanese(word) ? [fold(word)] : [fold(word), ...stemsOf(word, languages)],
  ),
  ...japaneseRuns(text).slice(0, most).flatMap(letterTerms),
]

/** The languages to stem a tag of a language in. */
const languagesOf = (lang: string): StemLanguage[] => {
  const [code = ''] = lang.toLowerCase().split(/[-_]/)
  return isStemLanguage(code) ? [code] : []
}

/**
 * What the index has of an item: folded words, and their stems. A title and tags are in English, or in a language that no one
 * has named: then their words alone are found.
 */
export function termsOf({ title, tags, translated, username }: ItemWords): ItemTerm[] {
  const found = new Map<string, number>()
  const add = (field: number, terms: readonly string[]) => {
    for (const term of terms) found.set(term, (found.get(term) ?? 0) | field)
  }
  add(FIELD.title, termsOfText(title, ['en'], TITLE_MAX))
  add(FIELD.tags, termsOfText(tags.join(' / '), ['en'], TAGS_MAX))
  for (const { lang, tag } of translated.slice(0, TAGS_MAX))
    add(FIELD.translated, termsOfText(tag, languagesOf(lang), TITLE_MAX))
  add(FIELD.username, spokenWords(username).map(fold))
  return [...found].map(([term, fields]) => ({ term, fields }))
}
