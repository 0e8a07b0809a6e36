import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

const LANGUAGES = { en, de, fr, es, ja } satisfies Record<string, Partial<Texts>>

export type Language = keyof typeof LANGUAGES

export const languages = Object.keys(LANGUAGES) as Language[]

// One object per language, so that results can be memoized by it.
const COMPLETE = Object.fromEntries(
  Object.entries(LANGUAGES).map(([language, own]) => [language, { ...en, ...own }]),
) as Record<Language, Texts>

/** A language's texts; missing ones are English. The object is shared: do not mutate it. */
export const textsIn = (language: Language): Texts => COMPLETE[language]

/** Replaces `{brand}` and `{provider}` by names; '' for a missing one. */
export const insertNames = (text: string, names: Partial<Record<'brand' | 'provider', string>>): string =>
  text.replace(/\{(brand|provider)\}/g, (_, name: 'brand' | 'provider') => names[name] ?? '')
