import { pageCall } from '../proxy/handle-call.ts'
import { Section } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { LANGUAGE_TAGS, REMOVE_LANGUAGE_TAG } from './own-forms.ts'
import type { Fields, Outcome, PageState } from './people-page.tsx'

type C = PageState['c']

/** The languages that a person may choose; others keep the tags that programs have given. */
const CODES = 'en de fr es ja it pt nl pl ru uk tr ar hi id ko zh vi th sv'.split(' ')

/** Gives a language's name; its code for one that has none. */
function languageNames(language: string) {
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (code: string): string => {
    try {
      return names.of(code) ?? code
    } catch {
      return code
    }
  }
}

/** A list of words without what is empty in it. */
const wordsOf = (list: string): string =>
  list
    .split(',')
    .filter((word) => word.trim())
    .join()

/** What the forms of an item's tags in other languages do. */
export const languageForms = (idOf: (c: C) => string, saved: (c: C) => Outcome) => ({
  async 'language-tags'(c: C, { lang, tags = '' }: Fields) {
    await pageCall(c, 'addLanguageTags', { id: idOf(c), lang, tags: wordsOf(tags) })
    return saved(c)
  },
  async 'remove-language-tag'(c: C, { id = '' }: Fields) {
    const at = id.indexOf(':')
    await pageCall(c, 'deleteLanguageTag', { id: idOf(c), lang: id.slice(0, at), tag: id.slice(at + 1) })
    return saved(c)
  },
})

/** An item's tags in other languages: what they are, more, and less. */
export async function drawLanguages(page: PageState, gif: string) {
  const { c, texts } = page
  const names = languageNames(c.get('language'))
  const rows = (await pageCall(c, 'tagTranslations', { id: gif })).body.results
  return (
    <Section title={texts.languageTags} text={texts.languageTagsText} id="languages">
      <ul className="records">
        {rows.map(({ lang, translation }) => (
          <li key={`${lang}:${translation}`}>
            <p>
              <bdi lang={lang}>{translation}</bdi>
              <span className="note">{names(lang)}</span>
            </p>
            <PostForm
              page={page}
              row={REMOVE_LANGUAGE_TAG}
              id={`${lang}:${translation}`}
              about={translation}
            />
          </li>
        ))}
      </ul>
      <PostForm
        page={page}
        row={LANGUAGE_TAGS}
        choices={{ lang: CODES.map((code) => [code, names(code)] as const) }}
      />
    </Section>
  )
}
