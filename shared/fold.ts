/** Marks of Latin, Greek and Cyrillic letters. Those of kana make another sound, and stay. */
const MARKS = /[\u0300-\u036f]/g
/** Letters that no normal form takes apart. */
const LETTERS = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ł', 'l'],
  ['ı', 'i'],
])
const LETTER = /[ßæœøđłı]/g

/** A text as its words are compared: without case, width and marks. */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS.get(letter) ?? letter)
