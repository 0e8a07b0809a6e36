import type { Language } from '../../shared/texts/texts.ts'
import type { AppContext } from './context.ts'

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
