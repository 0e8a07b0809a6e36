import { languageDetector } from 'hono/language'
import { languages } from '../../shared/texts/texts.ts'

/** Detects the language of the page's own texts: `?lang=`, else the browser's, else English. It uses no cookie. */
export const language = languageDetector({
  order: ['querystring', 'header'],
  lookupQueryString: 'lang',
  supportedLanguages: [...languages],
  fallbackLanguage: 'en',
  caches: false,
})
