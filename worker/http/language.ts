import { languageDetector } from 'hono/language'
import { languages } from '../../shared/texts/texts.ts'

/** The page's own texts are in the language that `?lang=` asks for, else the browser, else in English. No cookie. */
export const language = languageDetector({
  order: ['querystring', 'header'],
  lookupQueryString: 'lang',
  supportedLanguages: languages,
  fallbackLanguage: 'en',
  caches: false,
})
