import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { fold } from '../../shared/fold.ts'

/** Snowball's stemmers. Japanese has letters that follow one another instead (`terms.ts`). */
const STEMMERS = { en: english, de: german, fr: french, es: spanish } as const

export type StemLanguage = keyof typeof STEMMERS

export const STEM_LANGUAGES = Object.keys(STEMMERS) as StemLanguage[]

export const isStemLanguage = (lang: string): lang is StemLanguage =>
  STEM_LANGUAGES.some((known) => known === lang)

/** What a stem begins with in the index: it is never a word that someone types. */
export const STEM_MARK = '~'

/** Shorter words have no forms, and numbers have none. */
const STEMMED_MIN = 3

/**
 * The stems of a word in some languages, as the index has them.
 * @param word in lower case, with its marks: endings such as -ación need them. Who types none finds the same, since both
 * ways of writing are stemmed.
 */
export function stemsOf(word: string, languages: readonly StemLanguage[]): string[] {
  const plain = fold(word)
  if (plain.length < STEMMED_MIN || !/^\p{sc=Latin}+$/u.test(plain)) return []
  const stems = languages.flatMap((language) =>
    [...new Set([word, plain])].map((form) => fold(STEMMERS[language](form))),
  )
  return [...new Set(stems)].map((stem) => STEM_MARK + stem)
}
