import { byLanguage, interpolate, type Language } from '../languages.ts'
import { peopleDe } from './de.data.ts'
import { type PeopleTexts, peopleEn } from './en.data.ts'
import { peopleEs } from './es.data.ts'
import { peopleFr } from './fr.data.ts'
import { peopleJa } from './ja.data.ts'

const PEOPLE = { en: peopleEn, de: peopleDe, es: peopleEs, fr: peopleFr, ja: peopleJa }

const TEXTS = /* @__PURE__ */ byLanguage((language) => ({ ...peopleEn, ...PEOPLE[language] }))

/** The texts of people's pages in a language; missing ones are English. */
export const peopleTextsIn = (language: Language): PeopleTexts => TEXTS[language]

const MEBI = 1024 * 1024

type Limits = { bytes: number; side: number; frames: number }

/** The texts with what a file may be: its size in bytes, its sides in pixels, its frames. */
export function withLimits<T extends Pick<PeopleTexts, 'uploadText' | 'fileLarge'>>(
  texts: T,
  { bytes, side, frames }: Limits,
): T {
  const limits = { size: String(bytes / MEBI), side: String(side), frames: String(frames) }
  const { uploadText, fileLarge } = texts
  return { ...texts, uploadText: interpolate(uploadText, limits), fileLarge: interpolate(fileLarge, limits) }
}
