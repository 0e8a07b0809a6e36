import { expect, it } from 'vitest'
import { blockedIn } from './blocked-words.ts'

const LIST = ['Crétin', 'go away', 'ばか', '!!']

it('finds whole words, without regard to case, width, and accents', () => {
  for (const text of [
    'cretin',
    'Un CRÉTIN!',
    'a ｃｒｅｔｉｎ here',
    'the_cretin.99',
    'GO\u00a0away now',
    'おばかさん',
    'cre\u0301tin',
  ])
    expect([text, blockedIn(LIST, text) !== undefined]).toEqual([text, true])
})

it('finds no part of another word, and no word without letters', () => {
  for (const text of ['cretinous', 'secretin', 'go far away', 'goaway', '', '!!', 'は か'])
    expect([text, blockedIn(LIST, text)]).toEqual([text, undefined])
})
