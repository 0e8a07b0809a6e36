import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ManifestItem } from '../media/manifest/manifest.ts'
import { readManifest } from '../media/manifest/manifest-file.ts'
import { HITS, languageTagged } from './tags.ts'
import { ELSEWHERE, elsewhere, TERMS } from './words.ts'

const { items, searches } = await readManifest(join(import.meta.dirname, '../seed'))

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** How many items a search finds that compares whole words, as the library's does (`origin/search/`). */
function hits(term: string): number {
  const found = ({ title, tags, language_tags = {} }: ManifestItem) => {
    const said = Object.values(language_tags).flatMap((pairs) => pairs.map(([tag]) => tag))
    const own = new Set(wordsOf([title, ...tags, ...said].join(' ')))
    return wordsOf(term).every((word) => own.has(word))
  }
  return items.filter(found).length
}

describe('the terms of the seed', () => {
  it('all that are wanted are suggested', () => {
    expect(searches.map(({ term }) => term)).toEqual([...TERMS])
  })

  it.each(TERMS)('%s finds enough in each language', (term) => {
    const words = elsewhere(term)
    expect(words && Object.keys(words)).toEqual([...ELSEWHERE])
    for (const word of [term, ...Object.values(words ?? {})])
      expect([word, hits(word) >= HITS]).toEqual([word, true])
  })

  it('each tag finds enough: completion and related terms are tags', () => {
    const few = [...new Set(items.flatMap(({ tags }) => tags))].filter((tag) => hits(tag) < HITS)
    expect(few).toEqual([])
  })

  it.each(['gif', 'sticker', 'text'] as const)('some suggested terms find items of type %s', (type) => {
    const tagged = items.filter(
      (item) => item.type === type && searches.some(({ term }) => item.tags.includes(term)),
    )
    expect(tagged.length).toBeGreaterThanOrEqual(8)
  })

  it('each lettering is found by a suggested term, in each language', () => {
    for (const { slug, type, tags, language_tags = {} } of items) {
      if (type !== 'text') continue
      expect([slug, tags.some((tag) => TERMS.some((term) => term === tag))]).toEqual([slug, true])
      for (const lang of ELSEWHERE)
        expect([slug, lang, (language_tags[lang] ?? []).length > 0]).toEqual([slug, lang, true])
    }
  })

  it.each([
    ['Katze', 'happy-cat'],
    ['gato', 'happy-cat'],
    ['chat', 'happy-cat'],
    ['猫', 'happy-cat'],
    ['Pinguin', 'penguin'],
    ['ありがとう', 'thank-you-hearts'],
    ['kitty', 'happy-cat'],
  ])('%s finds %s', (word, slug) => {
    const item = items.find((one) => one.slug === slug)
    const said = Object.values(item?.language_tags ?? {}).flatMap((pairs) => pairs.map(([tag]) => tag))
    expect(said).toContain(word.toLowerCase())
  })
})

describe('tags that few items have', () => {
  it('are words that a search finds, and others stay tags with what they mean elsewhere', () => {
    const tags = (n: number) => ({ title: 'Penguin', tags: n === 0 ? ['cat', 'kitty'] : ['cat'] })
    const [first, second] = languageTagged([0, 1, 2, 3].map(tags))
    expect(first?.tags).toEqual(['cat'])
    expect(first?.language_tags.en).toEqual([['kitty', '']])
    expect(first?.language_tags.de).toEqual([
      ['katze', 'cat'],
      ['pinguin', ''],
    ])
    expect(second?.language_tags.en).toBeUndefined()
  })
})
