import { expect, it } from 'vitest'
import { errorWords } from './error-texts.ts'
import { languages } from './languages.ts'

const STATUSES = [400, 404, 405, 410, 414, 429, 502, 503]

it.each(languages)('%s says something of its own for every failure', (language) => {
  const other = errorWords(language, 500)
  for (const status of STATUSES) {
    const words = errorWords(language, status)
    expect(words).not.toEqual(other)
    if (language !== 'en') expect(words).not.toEqual(errorWords('en', status))
    expect(Object.values(words)).not.toContain('')
  }
})
