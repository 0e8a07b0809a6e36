import { describe, expect, it } from 'vitest'
import { en } from './en.data.ts'
import { interpolate, languages } from './languages.ts'
import { textsIn } from './texts.ts'

describe('the embed’s own texts', () => {
  it.each(languages)('%s says everything, and fills the same names', (language) => {
    const texts = textsIn(language)
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(texts[key]).not.toBe('')
      expect(texts[key].match(/\{\w+\}/g)).toEqual(en[key].match(/\{\w+\}/g))
    }
  })

  it('put names in, even one that looks like a place for one', () => {
    expect(interpolate('View on {brand}', { brand: '{provider} & Sons' })).toBe('View on {provider} & Sons')
  })
})
