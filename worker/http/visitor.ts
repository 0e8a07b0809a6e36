import { type DetectorOptions, detectFromHeader, detectFromQuery } from 'hono/language'
import { type Language, languages } from '../../shared/texts/languages.ts'
import { Lru } from '../memory.ts'
import type { AppContext } from './context.ts'

// Its detectors alone: the middleware around them brings cookies, which no language needs.
const DETECTION: DetectorOptions = {
  order: ['querystring', 'header'],
  lookupQueryString: 'lang',
  lookupFromHeaderKey: 'accept-language',
  lookupCookie: '',
  lookupFromPathIndex: 0,
  caches: false,
  ignoreCase: true,
  fallbackLanguage: 'en',
  supportedLanguages: [...languages],
}

function detect(c: AppContext): Language {
  const named = detectFromQuery(c, DETECTION) || detectFromHeader(c, DETECTION)
  return languages.find((language) => language === named) ?? 'en'
}

/** Languages of what browsers sent lately. Longer texts are not kept. */
const FOUND = { entries: 200, keyLength: 100 } as const

const found = new Lru<Language>({ entries: FOUND.entries })

/** Finds the language of the page's own texts: `?lang=`, else the browser's, else English. It uses no cookie. */
export function findLanguage(c: AppContext): void {
  // No header has a line break.
  const key = `${c.req.query('lang') ?? ''}\n${c.req.header('Accept-Language') ?? ''}`
  const known = found.get(key)
  const language = known ?? detect(c)
  c.set('language', language)
  if (!known && key.length <= FOUND.keyLength) found.set(key, language)
}

/** What a visitor chooses by the address: the language, and light or dark. */
type Chosen = { lang?: Language; theme?: 'light' | 'dark' }

/** What the visitor chose by this address, for fields of a form. */
export function chosenIn(c: AppContext): Chosen {
  const { language } = c.var
  const theme = c.req.query('theme')
  return {
    ...(c.req.query('lang') === language && { lang: language }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
  }
}

/** Makes our own links keep what the visitor chose by the address. */
export function languageLinks(c: AppContext): (path: string) => string {
  const chosen = chosenIn(c)
  return Object.keys(chosen).length > 0 ? (path) => withFields(path, chosen) : (path) => path
}

/** The path with `?lang=`; its query and fragment stay. */
export const withLanguage = (path: string, language: Language): string => withFields(path, { lang: language })

function withFields(path: string, chosen: Chosen): string {
  const [, start = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path) ?? []
  const fields = new URLSearchParams(query)
  for (const [name, value] of Object.entries(chosen)) fields.set(name, value)
  return `${start}?${fields}${fragment}`
}

/** Phones get the mobile page, everything else the desktop one (§1). */
export type Layout = 'desktop' | 'mobile'

// Flat alternations on a short text: a nested pattern on a long user agent costs 100 ms (`docs/threats.md`, T37).
const UA_MAX = 512
const PHONE = /mobi|iphone|ipod|iemobile|blackberry|opera mini/i
const TABLET = /ipad|tablet/i

/** Chooses by the client hint `Sec-CH-UA-Mobile`, else by the user agent. */
export function layoutOf(headers: Headers): Layout {
  if (headers.get('Sec-CH-UA-Mobile') === '?1') return 'mobile'
  const agent = (headers.get('User-Agent') ?? '').slice(0, UA_MAX)
  return PHONE.test(agent) && !TABLET.test(agent) ? 'mobile' : 'desktop'
}

/** Whether the visitor asks for less data: https://wicg.github.io/savedata/#save-data-request-header-field. */
export const savesData = (headers: Headers): boolean => headers.get('Save-Data') === 'on'
