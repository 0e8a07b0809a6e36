import { expect, it } from 'vitest'
import { blockedIn } from './blocked-words.ts'

const LIST = ['Crétin', 'go away', 'ばか', 'ชื่อ', '!!']

it('finds whole words, without regard to case, width, and accents', () => {
  for (const text of [
    'cretin',
    'Un CRÉTIN!',
    'a ｃｒｅｔｉｎ here',
    'the_cretin.99',
    'GO\u00a0away now',
    'おばかさん',
    'cre\u0301tin',
    'คนชื่อนก',
  ])
    expect([text, blockedIn(LIST, text) !== undefined]).toEqual([text, true])
})

it('finds words with what is not seen, and with marks over and around their letters', () => {
  for (const hidden of [
    '\u200b',
    '\u00ad',
    '\u2060',
    '\u034f',
    '\ufe0f',
    '\u3164',
    '\u{e0061}',
    '\u0336',
    '\u20dd',
  ])
    expect([hidden, blockedIn(LIST, `cre${hidden}tin`), blockedIn(LIST, `ば${hidden}か`)]).toEqual([
      hidden,
      'Crétin',
      'ばか',
    ])
})

it('finds words with letters of another script that look the same', () => {
  // Cyrillic с, е and і; Greek Ε, Τ and Ι.
  for (const text of ['\u0441r\u0435tin', 'cret\u0456n', 'CR\u0395\u03a4\u0399N'])
    expect([text, blockedIn(LIST, text)]).toEqual([text, 'Crétin'])
})

it('leaves words of one script as they are', () => {
  // Cyrillic 'сор' (litter) looks like 'cop', and 'рот' (mouth) like 'pot'.
  expect(blockedIn(['cop', 'pot'], '\u0441\u043e\u0440 \u0440\u043e\u0442')).toBeUndefined()
  expect(blockedIn(['\u0440\u043e\u0442'], 'pot')).toBeUndefined()
  expect(blockedIn(['\u0440\u043e\u0442'], 'Рот')).toBe('\u0440\u043e\u0442')
})

it('finds no part of another word, and no word without letters', () => {
  for (const text of ['cretinous', 'secretin', 'go far away', 'goaway', '', '!!', 'は か', 'は\u3099つか'])
    expect([text, blockedIn(LIST, text)]).toEqual([text, undefined])
})
