import { publicDe } from './public-de.ts'
import { type PublicTexts, publicEn } from './public-en.ts'
import { publicEs } from './public-es.ts'
import { publicFr } from './public-fr.ts'
import { publicJa } from './public-ja.ts'
import type { Language } from './texts.ts'

const PUBLIC: Record<Language, Partial<PublicTexts>> = {
  en: publicEn,
  de: publicDe,
  es: publicEs,
  fr: publicFr,
  ja: publicJa,
}

/** A language's name in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
}

/** A language's texts of the pages; what it lacks is English. */
export const publicTextsIn = (language: Language): PublicTexts => ({ ...publicEn, ...PUBLIC[language] })

/** Puts values into a text's places for them; each place is filled once, whatever a value looks like. */
export const fillIn = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
