/** The languages, in the order of a table's columns and of the choices on a page. */
import { own } from '../own.ts'
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const

export type Language = (typeof languages)[number]

/** Each language's own name for itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
}

/** Makes something of each language: of its code, and of its column in a table. */
export const byLanguage = <T>(make: (language: Language, column: number) => T) =>
  Object.fromEntries(languages.map((language, column) => [language, make(language, column)])) as Readonly<
    Record<Language, T>
  >

/** A text in each language, in their order. */
type Row = readonly [en: string, de: string, fr: string, es: string, ja: string]

/** Short texts side by side, one row a text. Longer ones have a file for each language. */
export const textTable = <Name extends string>(rows: Readonly<Record<Name, Row>>) =>
  byLanguage(
    (_, column) =>
      Object.fromEntries(Object.entries<Row>(rows).map(([name, row]) => [name, row[column]])) as Readonly<
        Record<Name, string>
      >,
  )

/** Replaces `{name}` placeholders by values, in one pass: a value that looks like a placeholder stays as it is. */
export const interpolate = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(own(values, name) ?? placeholder))
