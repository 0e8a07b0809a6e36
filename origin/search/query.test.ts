import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadSearchData } from './data/load-data.ts'
import { deletions, editsBetween } from './forms.ts'
import { type QueryContext, understand, type Vocabulary } from './query.ts'
import { termsOf } from './terms.ts'

/** A library by its titles, as the vocabulary of a database has it. */
function vocabularyOf(titles: readonly string[]): Vocabulary {
  const items = new Map<string, number>()
  for (const title of titles)
    for (const { term } of termsOf({ title, tags: [], translated: [], username: '' }))
      items.set(term, (items.get(term) ?? 0) + 1)
  const words = [...items].map(([term, count]) => ({ term, items: count }))
  return {
    counts: async (terms) =>
      new Map(words.flatMap(({ term, items }) => (terms.includes(term) ? [[term, items]] : []))),
    near: async (word, edits) => {
      const keys = new Set(deletions(word, edits))
      return words
        .filter(({ term }) => deletions(term, term.length < 7 ? 1 : 2).some((key) => keys.has(key)))
        .map((one) => ({ ...one, distance: editsBetween(word, one.term, edits) }))
        .filter(({ term, distance }) => !term.startsWith('~') && distance <= edits)
    },
    starting: async (word) => words.filter(({ term }) => term !== word && term.startsWith(word)),
  }
}

const TITLES = [
  'Happy birthday cake with candles',
  'Cats dancing in the rain',
  'Good morning sunshine',
  'A dog says goodbye',
  'Laughing out loud, funny',
  'Thumbs up, ok',
  'Congratulations to all',
  'A toothbrush',
  'お誕生日ケーキ',
  'ペンギンが踊る',
]

const data = loadSearchData(async (path) => new Response(readFileSync(`.${path}`)))
const context = async (lang = 'en'): Promise<QueryContext> => ({
  lang,
  vocabulary: vocabularyOf(TITLES),
  data: await data,
})

const read = async (q: string, more: Partial<QueryContext> = {}) =>
  understand(q, { ...(await context(more.lang)), ...more })

/** The terms of each word of a query that say something. */
const termsIn = async (q: string, more?: Partial<QueryContext>) =>
  (await read(q, more)).words
    .filter(({ isStop }) => !isStop)
    .map(({ alternatives }) => alternatives.map(({ term }) => term))

describe('what a query means', () => {
  it.each([
    ['case, width and marks', 'ＣÁTS', 'cats'],
    ['an apostrophe', 'l’rain', 'lrain'],
    ['a French article', 'l’eau', 'eau'],
    ['a hashtag', '#cats', 'cats'],
  ])('leaves out %s', async (_, q, typed) => {
    expect((await read(q)).words.map((word) => word.typed)).toEqual([typed])
  })

  it.each([
    ['a form', 'dance', '~danc'],
    ['stretched letters', 'caaaats', 'cats'],
    ['a word that is split', 'tooth brush', 'toothbrush'],
    ['words that are joined', 'goodmorning', 'good morning'],
    ['a word that it is made of', 'rainy', 'rain'],
    ['the start of a word', 'sunsh', 'sunshine'],
    ['two letters of a word', 'su', 'sunshine'],
    ['a swap', 'brithday', 'birthday'],
    ['a letter that is missing', 'candels', 'candles'],
    ['two wrong letters of many', 'congradulatons', 'congratulations'],
    ['a mistyped form', 'lauhging', 'laughing'],
    ['slang', 'rofl', '~laugh'],
    ['an abbreviation of two words', 'gm', '~good ~morn'],
    ['an emoji', '🎂', '~birthdai ~cake'],
    ['an emoji with a skin tone', '👍🏽', '~thumb up'],
    ['a face of letters', ':)', '~happi'],
    ['Japanese within other words', '誕生日', '~誕生'],
    ['the other letters of Japanese', 'ぺんぎん', 'ペンギン'],
  ])('finds what the library has by %s', async (_, q, term) => {
    expect((await termsIn(q)).flat()).toContain(term)
  })

  it('takes several emoji as several words, and flags as countries', async () => {
    expect((await read('🎂🐶')).words.map(({ typed }) => typed)).toEqual(['🎂', '🐶'])
    const flag = await read('🇫🇷', { vocabulary: vocabularyOf(['The flag of France']) })
    expect(flag.words[0]?.alternatives.map(({ term }) => term)).toContain('~franc')
  })

  it('takes what words mean together as an alternative of each', async () => {
    const titles = ['GN everyone', 'Good night']
    const [first, second] = (await read('good night', { vocabulary: vocabularyOf(titles) })).words
    const synonyms = async () => new Map([['good night', [{ text: 'gn', lang: '', by: 'synonym' as const }]]])
    const byStaff = await read('good night', { vocabulary: vocabularyOf(titles), synonyms })
    expect(first?.alternatives[0]).toMatchObject({ term: 'good', by: 'typed', weight: 1 })
    expect(second?.alternatives[0]).toMatchObject({ term: 'night', by: 'typed', weight: 1 })
    for (const { alternatives } of byStaff.words)
      expect(alternatives).toContainEqual({ term: 'gn', by: 'synonym', weight: 0.7, scope: 'word' })
  })

  it('ignores words that say nothing, but not where all are such', async () => {
    expect(await termsIn('the cats are in the rain')).toHaveLength(2)
    expect(await termsIn('gatos en la lluvia', { lang: 'en' })).toHaveLength(2)
    expect(await termsIn('what is it')).toHaveLength(3)
  })

  it('says what it searched for in place of a mistyped word, unless asked for these very words', async () => {
    expect((await read('hapy brithday')).corrected).toBe('happy birthday')
    expect((await read('happy birthday 🎂 goodmorning')).corrected).toBeUndefined()
    expect((await read('brithday', { exact: true })).corrected).toBeUndefined()
  })

  it('corrects a word that the library has only where the search for it has found nothing', async () => {
    const vocabulary = vocabularyOf(['A cast of plaster', 'Cats', 'Happy cats'])
    expect((await read('happy cast', { vocabulary })).corrected).toBeUndefined()
    expect((await read('happy cast', { vocabulary, insist: true })).corrected).toBe('happy cats')
  })

  it('finds nothing by what no one means', async () => {
    for (const q of ['xqzvw', 'blorptang', '!!!', '12', 'zzqx'])
      expect((await termsIn(q)).flat().filter((term) => !term.includes(q))).toEqual([])
  })

  it('keeps the scope, and reads so many words at most (T30)', async () => {
    expect((await read('@ann cats')).scope).toBe('ann')
    expect((await read('word '.repeat(500))).words).toHaveLength(16)
    expect((await read('")*: OR NEAR(')).words.map(({ typed }) => typed)).toEqual(['or', 'near'])
  })
})
