import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

const LANGUAGES = { en, de, fr, es, ja } satisfies Record<string, Partial<Texts>>

export type Language = keyof typeof LANGUAGES

export const languages = Object.keys(LANGUAGES) as Language[]

// One object per language for good: what is made of it once stands for every page.
const COMPLETE = Object.fromEntries(
  Object.entries(LANGUAGES).map(([language, own]) => [language, { ...en, ...own }]),
) as Record<Language, Texts>

/** A language's texts; what it lacks is English. Nobody may change them. */
export const textsIn = (language: Language): Texts => COMPLETE[language]

/** Puts a name into a text's place for it. */
export const fill = (text: string, names: Partial<Record<'brand' | 'provider', string>>): string =>
  text.replace(/\{(brand|provider)\}/g, (_, name: 'brand' | 'provider') => names[name] ?? '')
