import { siteDe } from './site-de.ts'
import { siteEn } from './site-en.ts'
import { siteEs } from './site-es.ts'
import { siteFr } from './site-fr.ts'
import { siteJa } from './site-ja.ts'
import type { Language } from './texts.ts'

/** Everything that the public pages say. `{names}` are filled by `fillIn`. */
export type SiteTexts = Record<keyof typeof siteEn, string>

const SITE: Record<Language, Partial<SiteTexts>> = {
  en: siteEn,
  de: siteDe,
  es: siteEs,
  fr: siteFr,
  ja: siteJa,
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
export const siteTextsIn = (language: Language): SiteTexts => ({ ...siteEn, ...SITE[language] })

/** Puts values into a text's places for them; each place is filled once, whatever a value looks like. */
export const fillIn = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
