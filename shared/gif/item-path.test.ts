import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { embedPath, idOfSlug, itemPath, itemUrl } from './item-path.ts'

describe('contract: the id is what follows the slug\'s last "-"', () => {
  it.each([
    ['happy-cat-abc123', 'abc123'],
    ['abc123', 'abc123'],
    ['-a_1', 'a_1'],
    ['cat-', undefined],
    ['', undefined],
    ['cat-a%2e', undefined],
    ['cat-ä', undefined],
    ['a\n', undefined],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['a'.repeat(65), undefined],
  ])('%j is %j', (slug, id) => {
    expect(idOfSlug(slug)).toBe(id)
  })
})

describe('the paths of an item', () => {
  it('bear its slug, under gifs or stickers', () => {
    const gif = gifOf({ slug: 'happy-cat-abc123' })
    expect(itemPath(gif)).toBe('/gifs/happy-cat-abc123')
    expect(itemPath({ ...gif, is_sticker: true })).toBe('/stickers/happy-cat-abc123')
    expect(embedPath(gif)).toBe('/embed/happy-cat-abc123')
  })

  it.each([[''], ['happy-cat-other'], ['happy cat-abc123'], ['../../admin-abc123'], ['abc123-']])(
    'bear the id alone where the slug is %j',
    (slug) => {
      expect(itemPath(gifOf({ slug }))).toBe('/gifs/abc123')
    },
  )

  it('are never left by an id', () => {
    expect(embedPath(gifOf({ id: '../admin?x="#', slug: '' }))).toBe('/embed/..%2Fadmin%3Fx%3D%22%23')
  })

  it("lead to the provider's page of the GIF, else to ours", () => {
    const place = 'https://loop.test'
    expect(itemUrl(gifOf({ url: 'http://giphy.test/gifs/a' }), place)).toBe('https://giphy.test/gifs/a')
    expect(itemUrl(gifOf({ url: 'javascript:alert(1)' }), place)).toBe('https://loop.test/gifs/abc123')
  })
})
