import type { Language } from '../texts.ts'
import { peopleDe } from './de.ts'
import { type PeopleTexts, peopleEn } from './en.ts'
import { peopleEs } from './es.ts'
import { peopleFr } from './fr.ts'
import { peopleJa } from './ja.ts'

const PEOPLE: Record<Language, Partial<PeopleTexts>> = {
  en: peopleEn,
  de: peopleDe,
  es: peopleEs,
  fr: peopleFr,
  ja: peopleJa,
}

/** The texts of people's pages in a language; missing ones are English. */
export const peopleTextsIn = (language: Language): PeopleTexts => ({ ...peopleEn, ...PEOPLE[language] })
