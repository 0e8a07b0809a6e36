import type { Language } from '../texts.ts'
import { publicDe } from './de.ts'
import { type PublicTexts, publicEn } from './en.ts'
import { publicEs } from './es.ts'
import { publicFr } from './fr.ts'
import { publicJa } from './ja.ts'

const PUBLIC: Record<Language, Partial<PublicTexts>> = {
  en: publicEn,
  de: publicDe,
  es: publicEs,
  fr: publicFr,
  ja: publicJa,
}

/** Each language's own name for itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
}

/** The public pages' texts in a language; missing ones are English. */
export const publicTextsIn = (language: Language): PublicTexts => ({ ...publicEn, ...PUBLIC[language] })
