import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { CHANNEL_COLUMNS, matchWords } from '../../../origin/words.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { ask, idsOf, read } from '../../fixtures/library/library-client.ts'
import { tries } from '../../fixtures/site/tries.ts'

beforeAll(() => fillLibrary(env.DB))

const HOSTILE = [
  '"',
  '""',
  "'",
  "''",
  '`',
  '*',
  '**',
  '(',
  ')',
  '()',
  '((',
  '^',
  '+',
  '-',
  '--',
  '/*',
  '*/',
  ';',
  ':',
  '\\',
  '%',
  '_',
  ',',
  '.',
  '&',
  '|',
  '~',
  '{',
  '}',
  '[',
  ']',
  '?',
  '?1',
  '@',
  '@@',
  '@ cat',
  '#',
  '$',
  '=',
  '<',
  '>',
  'AND',
  'OR',
  'NOT',
  'NEAR',
  'NEAR(cat dog, 2)',
  'cat AND',
  'OR cat',
  'NOT cat',
  'cat NOT dog',
  'cat AND (dog',
  'c++',
  'a-b',
  '-cat',
  '^cat',
  'cat*',
  '*cat',
  '"cat',
  'cat"',
  '"cat" OR "dog"',
  '{title tags} : cat',
  'title:cat',
  'tags : cat',
  'rating:r',
  'is_hidden:1',
  'secret:hidden',
  'username : ann',
  '- title : cat',
  'rowid:1',
  'gif_words:delete',
  "' OR 1=1 --",
  "'; DROP TABLE gifs; --",
  '1; DELETE FROM gifs',
  "cat' UNION SELECT id FROM users --",
  '") OR ("a"="a',
  'cat/**/OR/**/1=1',
  "x'41'",
  'CAST(1 AS TEXT)',
  'randomblob(1000000000)',
  '🔥',
  '👩‍👩‍👧‍👦',
  '❤️ cat',
  '🇩🇪',
  '日本語',
  '한국어',
  'ไทย',
  'हिन्दी',
  'עברית',
  'العربية',
  '\u202ecat',
  '\u200b',
  '\ufeff',
  'ﬀ',
  'İ',
  'ß',
  'ǅ',
  '²',
  '①',
  '𝒄𝒂𝒕',
  '𞤀',
  'a\u0301',
  '\u0301',
  'Ω≈ç√∫',
  '\u0000',
  'cat\u0000dog',
  '\ud800',
  'cat\udc00',
  ' ',
  '\t',
  '\n',
  '   ',
  'undefined',
  'null',
  'NULL',
  'NaN',
  'true',
  '0',
  '-1',
  '1e309',
  '../../etc/passwd',
  '%00',
  '%25',
  '<script>alert(1)</script>',
  '#{7*7}',
  '{{7*7}}',
  'a b c d e f g h i j k l m n o p q r s t u v w x y',
]

const PATHS = [
  '/v1/gifs/search?q=',
  '/v1/videos/search?q=',
  '/v1/gifs/search/tags?q=',
  '/v1/channels/search?q=',
  '/v1/gifs/translate?s=',
  '/v1/gifs/random?tag=',
  '/v1/text/animate?m=',
  '/v1/gifs/search?q=cat&channel=',
  '/v1/gifs/categories/',
  '/v1/tags/related/',
  '/v1/tags/related/gif/',
  '/v1/gifs/',
  '/v1/gifs?ids=',
]

describe('T29, T30: no text whatever breaks a call', () => {
  it.for(PATHS)('%s answers every hostile text, with 200 or a refusal', async (path, { task }) => {
    tries(task, HOSTILE.length)
    for (const text of HOSTILE) {
      const { status } = await ask(path + encodeURIComponent(text.toWellFormed()))
      expect([200, 400, 404], JSON.stringify(text)).toContain(status)
    }
  })

  it('searches with 200 for every hostile text that is not blank', async ({ task }) => {
    const texts = HOSTILE.filter((text) => text.trim() !== '' && !['undefined', 'null'].includes(text))
    tries(task, texts.length)
    for (const text of texts) {
      const { status } = await ask(`/v1/gifs/search?q=${encodeURIComponent(text.toWellFormed())}`)
      expect(status, JSON.stringify(text)).toBe(200)
    }
  })

  it('searches with 200 for any text that fast-check thinks of', async () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 40 })
      .filter((text) => text.normalize('NFC').trim() !== '')
    await fc.assert(
      fc.asyncProperty(text, async (q) => {
        const { status } = await ask(`/v1/gifs/search?q=${encodeURIComponent(q)}`)
        return status === 200
      }),
      { numRuns: 200 },
    )
  })

  it('leaves the library as it was', async () => {
    const row = await env.DB.prepare(
      'SELECT (SELECT count(*) FROM gifs) AS gifs, (SELECT count(*) FROM staff_terms) AS terms',
    ).first()
    expect(row).toEqual({ gifs: 45, terms: 3 })
  })

  it('treats operators and column names as words', async () => {
    expect(idsOf(await read('/v1/gifs/search?q=rating:r'))).not.toContain('edge0001')
    expect(idsOf(await read('/v1/gifs/search?q=cat%20NOT%20kitten'))).toContain('cat00002')
    expect((await read(`/v1/gifs/search?q=${encodeURIComponent('"')}`)).data).toEqual([])
  })
})

describe('T30: words', () => {
  it('keeps 16 words of 64 characters, quoted', () => {
    const all =
      matchWords(Array.from({ length: 40 }, (_, n) => `w${n}`).join(' '), CHANNEL_COLUMNS)?.all ?? ''
    expect(all.match(/\bAND\b/g)).toHaveLength(15)
    expect(matchWords('x'.repeat(1000), CHANNEL_COLUMNS)?.all).toContain(`"${'x'.repeat(64)}"*`)
    expect(matchWords('!? "-"', CHANNEL_COLUMNS)).toBeUndefined()
  })
})
