import type { Language } from '../texts/languages.ts'

/** What a search from a page in this language says of it. English says nothing: it is what a search is in by itself. */
export const searchLanguage = (language: Language): Language | undefined =>
  language === 'en' ? undefined : language
