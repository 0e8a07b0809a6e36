import { describe, expect, it } from 'vitest'
import { interpolate, LANGUAGE_NAMES, languages } from '../languages.ts'
import { publicEn } from './en.ts'
import { publicTextsIn } from './public-texts.ts'

describe('the public pages’ own texts', () => {
  it.each(languages)('%s says everything, fills the same names, and has a name itself', (language) => {
    const texts = publicTextsIn(language)
    const places = (text: string) => text.match(/\{\w+\}/g)?.sort()
    for (const key of Object.keys(publicEn) as (keyof typeof publicEn)[]) {
      expect(texts[key]).not.toBe('')
      expect(places(texts[key])).toEqual(places(publicEn[key]))
    }
    expect(LANGUAGE_NAMES[language]).not.toBe('')
  })

  it('fills each place once, even with a value that looks like one', () => {
    expect(interpolate('“{term}” in {name}', { term: '{name}', name: 'Ann' })).toBe('“{name}” in Ann')
  })
})
