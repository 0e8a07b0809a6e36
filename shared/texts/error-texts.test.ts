import { expect, it } from 'vitest'
import { errorTextsIn } from './error-texts.ts'
import { languages } from './texts.ts'

const placesOf = (text: string) => text.match(/\{\w+\}/g)

it.each(languages)('%s has words for every failure, with the same places', (language) => {
  const [own, english] = [errorTextsIn(language), errorTextsIn('en')]
  expect(Object.keys(own)).toEqual(Object.keys(english))
  for (const status of [400, 404, 405, 410, 414, 429, 502, 503, 'other'] as const) {
    const { title = '', text = '' } = own[status] ?? {}
    expect([status, title, text]).not.toContain('')
    expect(placesOf(text)).toEqual(placesOf(english[status]?.text ?? ''))
  }
})
