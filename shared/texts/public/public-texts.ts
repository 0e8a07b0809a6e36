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

/** Replaces `{name}` placeholders by values, in one pass: a value that looks like a placeholder stays as it is. */
export const interpolate = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
