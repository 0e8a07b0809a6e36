import { expect, it } from 'vitest'
import { outcomeOf, uploadWords } from './upload-page.ts'

const WORDS = {
  uploadDone: 'Uploaded · yours',
  uploadHeld: 'In review',
  uploadKnown: 'Here already',
  sizesMaking: 'Sizes are being made',
  sizesCount: '{made} of {planned} sizes',
}
const done = { state: 'done', id: 'a', isKnown: false } as const

it('says the outcome of an upload in whole, and its sizes after it', () => {
  const source = { name: 'a.gif', caption: '' }
  const says = uploadWords(WORDS, 'en')
  for (const [now, outcome, line] of [
    [{ ...done, isKnown: true }, 'Here already', 'Here already'],
    [
      { ...done, sizes: 'sizesMaking', isHeld: true } as const,
      'In review',
      'In review · Sizes are being made',
    ],
    [
      { ...done, sizes: 'sizesMaking', count: { made: 2, planned: 5 } } as const,
      'Uploaded · yours',
      'Uploaded · yours · 2 of 5 sizes',
    ],
  ] as const) {
    expect(outcomeOf(WORDS, now)).toBe(outcome)
    expect(says({ source, now } as never)).toBe(line)
  }
})
