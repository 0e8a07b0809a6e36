import type { Context } from 'hono'
import type { Language } from '../../shared/texts/texts.ts'
import type { App } from '../app-types.ts'

/** Makes our own links keep the language that the visitor chose by `?lang=`. */
export function languageLinks(c: Context<App>): (path: string) => string {
  const { language } = c.var
  const chosen = c.req.query('lang') === language
  return (path) => (chosen ? withLanguage(path, language) : path)
}

/** The path with `?lang=`; its query and fragment stay. */
export function withLanguage(path: string, language: Language): string {
  const [, start = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path) ?? []
  const fields = new URLSearchParams(query)
  fields.set('lang', language)
  return `${start}?${fields}${fragment}`
}
