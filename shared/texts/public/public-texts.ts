import { byLanguage, type Language } from '../languages.ts'
import { publicDe } from './de.ts'
import { type PublicTexts, publicEn } from './en.ts'
import { publicEs } from './es.ts'
import { publicFr } from './fr.ts'
import { publicJa } from './ja.ts'

const PUBLIC = { en: publicEn, de: publicDe, es: publicEs, fr: publicFr, ja: publicJa }

const TEXTS = byLanguage((language) => ({ ...publicEn, ...PUBLIC[language] }))

/** The public pages' texts in a language; missing ones are English. */
export const publicTextsIn = (language: Language): PublicTexts => TEXTS[language]
