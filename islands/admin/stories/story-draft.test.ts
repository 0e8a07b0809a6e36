import { describe, expect, it } from 'vitest'
import { changedFields, type Draft, inputOf, NEW_DRAFT, problemsOf, rebase, seenOf } from './story-draft.ts'

const BASE: Draft = {
  title: 'Cats',
  slug: 'cats',
  caption: 'At noon',
  tags: 'cat, noon',
  gifs: ['a', 'b'],
  cover: 'a',
}

describe('a story in its form', () => {
  it.each([
    [{ title: ' ' }, { title: 'titleNeeded' }],
    [{ slug: 'no spaces' }, { slug: 'slugWrong' }],
    [{ slug: 'x'.repeat(65) }, { slug: 'slugWrong' }],
    [{ slug: '' }, {}],
    [{ tags: 'x'.repeat(101) }, { tags: 'tagsWrong' }],
    [{ tags: 'x,'.repeat(101) }, { tags: 'tagsWrong' }],
    [{ gifs: [] }, { gifs: 'gifsNeeded' }],
    [{ gifs: Array.from({ length: 101 }, String) }, { gifs: 'full' }],
    [{}, {}],
  ])('%# says what is wrong by field', (changed, expected) => {
    expect(problemsOf({ ...BASE, ...changed })).toEqual(expected)
  })

  it('sends what was changed, and nothing else', () => {
    const draft = { ...BASE, title: ' Dogs ', gifs: ['b', 'a'] }
    expect(inputOf(draft, changedFields(draft, BASE))).toEqual({
      title: 'Dogs',
      gifs: ['b', 'a'],
      cover_gif: 'a',
    })
    expect(inputOf(BASE, changedFields(BASE, NEW_DRAFT))).toEqual({
      title: 'Cats',
      slug: 'cats',
      caption: 'At noon',
      tags: 'cat,noon',
      gifs: ['a', 'b'],
      cover_gif: 'a',
    })
  })

  it('names what was seen of the fields that are sent', () => {
    expect(seenOf(BASE, ['tags', 'gifs'])).toEqual({
      tags: ['cat', 'noon'],
      gifs: ['a', 'b'],
      cover_gif: 'a',
    })
  })

  it('takes the last tag away by a blank', () => {
    expect(inputOf({ ...BASE, tags: '' }, ['tags'])).toEqual({ tags: ' ' })
  })
})

describe('another person has saved it since', () => {
  it('keeps both where the fields are different ones', () => {
    expect(rebase({ ...BASE, title: 'Mine' }, BASE, { ...BASE, caption: 'Theirs' })).toEqual({
      draft: { ...BASE, title: 'Mine', caption: 'Theirs' },
      lost: [],
    })
  })

  it('shows theirs in a field that both have changed', () => {
    const mine = { ...BASE, title: 'Mine', tags: 'mine' }
    expect(rebase(mine, BASE, { ...BASE, title: 'Theirs' })).toEqual({
      draft: { ...BASE, title: 'Theirs', tags: 'mine' },
      lost: ['title'],
    })
  })

  it('has no conflict where both have written the same', () => {
    const same = { ...BASE, title: 'Same' }
    expect(rebase(same, BASE, same)).toEqual({ draft: same, lost: [] })
  })
})
