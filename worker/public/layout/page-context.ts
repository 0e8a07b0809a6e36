import type { Context } from 'hono'
import type { Texts } from '../../../shared/texts/en.ts'
import type { PublicTexts } from '../../../shared/texts/public-en.ts'
import { publicTextsIn } from '../../../shared/texts/public-texts.ts'
import { type Language, textsIn } from '../../../shared/texts/texts.ts'
import type { App } from '../../app-types.ts'
import { languageLinks } from '../../http/language-links.ts'
import { type Theme, themeOf } from '../../render/document.ts'

/** What every public page knows of its request. */
export type PageContext = {
  brand: string
  publicUrl: string
  /** The page's own path, and its query without language and theme: where a change of language leads. */
  path: string
  language: Language
  theme: Theme
  texts: PublicTexts
  /** The player's own words. */
  playerTexts: Texts
  /** An address of ours, in the language that the visitor chose by hand. */
  to: (path: string) => string
}

/** Reads a request's place; `languageDetector` has gone before (`worker/http/language.ts`). */
export function pageContext(c: Context<App>): PageContext {
  const { language } = c.var
  return {
    brand: c.var.services.config.BRAND_NAME,
    publicUrl: c.var.publicUrl,
    path: c.req.path,
    language,
    theme: themeOf(c.req.query('theme') ?? null),
    texts: publicTextsIn(language),
    playerTexts: textsIn(language),
    to: languageLinks(c),
  }
}
