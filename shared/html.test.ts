import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonForScript, safeHref } from './html.ts'

it('comes back as it was, and never holds a sign that could end or open an element (T3)', () => {
  const hostile = fc.constantFrom('</script>', '<!--<script', '\u2028', ']]>', '&lt;', '"', '\\')
  fc.assert(
    fc.property(fc.array(fc.oneof(hostile, fc.string())), (texts) => {
      const json = jsonForScript({ texts })
      expect(JSON.parse(json)).toEqual({ texts })
      expect(json).not.toMatch(/[<>&\u2028\u2029]/)
    }),
  )
})

const SCHEMES = [
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'ftp',
  'ws',
  'about',
  'mailto',
  'intent',
  'view-source',
]
const DISGUISES = [
  (scheme: string) => `${scheme}:alert(1)`,
  (scheme: string) => `${scheme.toUpperCase()}://x.test/%0aalert(1)`,
  (scheme: string) => ` \u0001${scheme}:alert(1)`,
  (scheme: string) => `${scheme[0]}\t${scheme.slice(1)}\n:alert(1)`,
  (scheme: string) => `//${scheme}:alert(1)`,
  (scheme: string) => `/${scheme}:alert(1)`,
]

describe('T2: a link that strangers gave', () => {
  it.each([
    ['stays', 'https://cats.test/a?b=c#d', 'https://cats.test/a?b=c#d'],
    ['is upgraded from http', 'http://cats.test/a', 'https://cats.test/a'],
    ['is upgraded however it is written', 'HTTP:cats.test', 'https://cats.test/'],
    ['stays http on a development host', 'http://localhost:8787/gifs/a', 'http://localhost:8787/gifs/a'],
    ['stays http on a development address', 'http://127.0.0.1:8788/', 'http://127.0.0.1:8788/'],
  ])('%s', (_what, given, href) => {
    expect(safeHref(given)).toBe(href)
  })

  it.each(SCHEMES.flatMap((scheme) => DISGUISES.map((disguise) => disguise(scheme))))(
    'is none as %j',
    (given) => {
      expect(safeHref(given)).toBeUndefined()
    },
  )

  it.each([
    ['a name in it', 'https://user@cats.test/'],
    ['a password in it', 'https://:secret@cats.test/'],
    ['no host', 'https://'],
    ['no scheme', 'cats.test'],
    ['nothing in it', ''],
    ['2049 characters', `https://cats.test/${'a'.repeat(2031)}`],
    ['2049 characters once escaped', `https://cats.test/${'ü'.repeat(339)}`],
  ])('is none with %s', (_what, given) => {
    expect(safeHref(given)).toBeUndefined()
  })

  it('may have 2048 characters', () => {
    expect(safeHref(`https://cats.test/${'a'.repeat(2030)}`)).toHaveLength(2048)
  })
})
