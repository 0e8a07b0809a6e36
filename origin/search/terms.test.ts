import { describe, expect, it } from 'vitest'
import { FIELD, termsOf } from './terms.ts'

const item = { title: '', tags: [], translated: [], username: '' }
const of = (words: Partial<Parameters<typeof termsOf>[0]>) =>
  new Map(termsOf({ ...item, ...words }).map(({ term, fields }) => [term, fields]))

describe('the terms of an item', () => {
  it('are its words without case, width, marks and apostrophes, and their stems', () => {
    const terms = of({ title: 'Ｄancing CAFÉ, don’t', tags: ['café'] })
    expect([...terms.keys()]).toEqual(
      expect.arrayContaining(['dancing', '~danc', 'cafe', '~cafe', 'dont', '~dont']),
    )
    expect(terms.get('cafe')).toBe(FIELD.title | FIELD.tags)
  })

  it('are stems of the language that a tag is in, typed with marks or without', () => {
    const terms = of({ translated: [{ lang: 'es', tag: 'felicitación' }] })
    expect([...terms.keys()]).toEqual(['felicitacion', '~felicit', '~felicitacion'])
  })

  it('are words and letters in a row where there are no spaces', () => {
    const terms = [...of({ title: 'お誕生日ケーキ' }).keys()]
    expect(terms).toEqual(expect.arrayContaining(['ケーキ', '~誕生', '~生日', '~誕']))
  })
})
