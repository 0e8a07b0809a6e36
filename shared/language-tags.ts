import * as v from 'valibot'

/** Tags that an item has in one language at most, and in all. */
export const LANGUAGE_TAGS = { language: 40, item: 400 } as const

/** `de`, `pt-br`: a language has one name in rows. */
export const languageOf = (code: string): string => code.replace('_', '-').toLowerCase()

/** As the library compares tags. */
export const tagOf = (word: string): string => word.normalize('NFC').trim().toLowerCase()

const TAG_MESSAGE = 'must be tags of up to 100 characters, without commas'
const Tag = v.pipe(v.string(TAG_MESSAGE), v.transform(tagOf), v.regex(/^[^,\p{Cc}]{1,100}$/u, TAG_MESSAGE))

const CODE_MESSAGE = 'must be lists of tags by language code'
const Code = v.pipe(
  v.string(CODE_MESSAGE),
  v.regex(/^[A-Za-z]{2}([-_][A-Za-z]{2,4})?$/, CODE_MESSAGE),
  v.transform(languageOf),
)

/** Tags by language, each with the item's own tag that it translates, or '': `{"de":[["hallo","hello"]]}`. */
export const TagsByLanguage = v.pipe(
  v.record(
    Code,
    v.pipe(
      v.array(v.tuple([Tag, v.union([v.literal(''), Tag])], TAG_MESSAGE), TAG_MESSAGE),
      v.maxLength(LANGUAGE_TAGS.language, `must be at most ${LANGUAGE_TAGS.language} in one language`),
    ),
    CODE_MESSAGE,
  ),
  v.check(
    (all) => Object.values(all).flat().length <= LANGUAGE_TAGS.item,
    `must be at most ${LANGUAGE_TAGS.item} in all languages`,
  ),
)
export type TagsByLanguage = v.InferOutput<typeof TagsByLanguage>

/** Tags by language from a checked text. */
export const readLanguageTags = (text: string | undefined): TagsByLanguage =>
  text === undefined ? {} : v.parse(v.pipe(v.string(), v.parseJson(), TagsByLanguage), text)
