import type { Context } from 'hono'
import { type SiteTexts, siteTextsIn } from '../../../shared/texts/site-texts.ts'
import { type Language, type Texts, textsIn } from '../../../shared/texts/texts.ts'
import type { App } from '../../app-types.ts'
import { type Theme, themeOf } from '../../render/document.ts'
import { languageLinks } from '../../render/language-links.ts'

/** What every public page knows of its request. */
export type SitePlace = {
  brand: string
  publicUrl: string
  /** The page's own path, and its query without language and theme: where a change of language leads. */
  path: string
  language: Language
  theme: Theme
  texts: SiteTexts
  /** The player's own words. */
  words: Texts
  /** An address of ours, in the language that the visitor chose by hand. */
  to: (path: string) => string
}

/** Reads a request's place; `languageDetector` has gone before (`middleware/language.ts`). */
export function sitePlace(c: Context<App>): SitePlace {
  const { language } = c.var
  return {
    brand: c.var.services.config.BRAND_NAME,
    publicUrl: c.var.publicUrl,
    path: c.req.path,
    language,
    theme: themeOf(c.req.query('theme') ?? null),
    texts: siteTextsIn(language),
    words: textsIn(language),
    to: languageLinks(c),
  }
}
