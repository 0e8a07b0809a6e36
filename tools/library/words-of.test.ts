import { expect, it } from 'vitest'
import { fileWords } from './words-of.ts'

it.each([
  ['happy_cat-02', { slug: 'happy-cat-02', title: 'Happy cat 02', tags: ['happy', 'cat'] }],
  ['Café & crème (final)', { slug: 'cafe-creme-final', title: 'Café crème final', tags: ['café', 'crème'] }],
  ['猫', { slug: 'clip', title: '猫', tags: ['猫'] }],
  ['---', { slug: 'clip', title: 'Clip', tags: [] }],
  ['the cat the cat', { slug: 'the-cat-the-cat', title: 'The cat the cat', tags: ['cat'] }],
])('%s', (name, words) => expect(fileWords(name)).toEqual(words))
