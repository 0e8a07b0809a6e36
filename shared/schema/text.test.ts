import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { AnyId, Flag, Line, lenient, listOf, MediaUrl, Text, Url, Whole } from './text.ts'

describe('an id (§3: coerced to string)', () => {
  it.each([
    [7, '7'],
    ['abc', 'abc'],
    [0, '0'],
  ])('%j is %j', (given, id) => {
    expect(v.parse(AnyId, given)).toBe(id)
  })

  it.each([[''], [null], [undefined], [{}], [Number.NaN]])('is not %j', (given) => {
    expect(v.is(AnyId, given)).toBe(false)
  })
})

describe('a flag (§3: normalised to true or false)', () => {
  it.each([[1], ['1'], [true], ['true']])('%j is true', (given) => expect(v.parse(Flag, given)).toBe(true))

  it.each([[0], ['0'], [false], ['false'], [''], [null], [undefined]])('%j is false', (given) => {
    expect(v.parse(Flag, given)).toBe(false)
  })
})

describe('T8: a size (§3: integers)', () => {
  it.each([
    [480, 480],
    ['480', 480],
    ['480px', 480],
    [12.9, 12],
    [-1, 0],
    ['-1', 0],
    ['abc', 0],
    ['', 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
    [2 ** 53, 0],
    [1e21, 0],
    ['99999999999999999999', 0],
    [null, 0],
    [undefined, 0],
    [true, 0],
    [[480], 0],
    [{ valueOf: 1, toString: 1 }, 0],
  ])('%j is %i', (given, size) => {
    expect(v.parse(Whole, given)).toBe(size)
  })
})

describe('a line for people (T38)', () => {
  it.each([
    ['no control characters', 'a\u0000b\r\nc\u0085d', 'a b c d'],
    ['no line separators', 'a\u2028b\u2029c', 'a b c'],
    ['nothing that turns the direction of reading', '\u202egnp.\u2066exe\u2069', 'gnp. exe'],
    ['no blanks around it', '  a  ', 'a'],
    ['composed accents', 'e\u0301', '\u00e9'],
    ['numbers as text', 7, '7'],
    ['nothing where nothing shows', '\u200b \ufeff\u2060', ''],
    ['nothing where there is no text', { text: 'a' }, ''],
    ['whole emoji', '👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
  ])('has %s', (_what, given, line) => {
    expect(v.parse(Line, given)).toBe(line)
  })

  it('is cut after 200 characters, as a reader counts them', () => {
    const family = '👩‍👩‍👧‍👦'
    expect(v.parse(Line, family.repeat(300))).toBe(family.repeat(200))
    expect(v.parse(Line, 'a'.repeat(1e6))).toBe('a'.repeat(200))
    expect(v.parse(Line, `a${'\u0301'.repeat(1e6)}`).length).toBeLessThanOrEqual(5000)
  })
})

describe('a text', () => {
  it('can always be put into a URL: half a surrogate pair is replaced', () => {
    expect(encodeURIComponent(v.parse(Text, 'a\ud800'))).toBe('a%EF%BF%BD')
    expect(encodeURIComponent(v.parse(Line, `${'a'.repeat(4999)}😀`))).toHaveLength(200)
  })
})

describe('a URL', () => {
  it.each([
    ['https://a.test/b', 'https://a.test/b'],
    [' http://a.test ', 'http://a.test'],
    ['javascript:alert(1)', ''],
    ['//a.test', ''],
    ['https://', ''],
    [7, ''],
    [null, ''],
  ])('%j is %j', (given, url) => {
    expect(v.parse(Url, given)).toBe(url)
  })

  it.each([
    ['https://media0.giphy.com/media/a/200w.gif', 'https://media.giphy.com/media/a/200w.gif'],
    ['http://media12.giphy.com/a', 'http://media.giphy.com/a'],
    ['https://media.giphy.com/media3.gif', 'https://media.giphy.com/media3.gif'],
    ['https://media4you.test/a', 'https://media4you.test/a'],
    ['https://a.test/?u=https://media3.giphy.com', 'https://a.test/?u=https://media3.giphy.com'],
  ])('of media: §3 numbered media hosts become plain, %s', (given, url) => {
    expect(v.parse(MediaUrl, given)).toBe(url)
  })
})

describe('one bad part never costs the whole', () => {
  it('a part that does not fit is absent', () => {
    const part = lenient(v.object({ a: v.string() }))
    expect([null, undefined, 'x', { a: 1 }].map((given) => v.parse(part, given))).toEqual(
      Array(4).fill(undefined),
    )
    expect(v.parse(part, { a: 'b' })).toEqual({ a: 'b' })
  })

  it('entries of a list that do not fit are dropped, and no list is an empty one', () => {
    expect(v.parse(listOf(v.string()), ['a', 1, null, 'b'])).toEqual(['a', 'b'])
    expect([null, undefined, 'ab', { 0: 'a' }].map((given) => v.parse(listOf(v.string()), given))).toEqual([
      [],
      [],
      [],
      [],
    ])
  })
})
