import { describe, expect, it } from 'vitest'
import { builderItem } from './builder-snippet.ts'

describe('the GIF that the builder shows', () => {
  it('reads the API’s own answer: sizes are texts there', () => {
    const raw = {
      id: 'abc123',
      slug: 'happy-cat-abc123',
      url: 'https://loop.test/gifs/happy-cat-abc123',
      title: 'Cat',
      images: { original: { width: '480', height: '200' } },
    }
    expect(builderItem(raw, 'https://loop.test')).toEqual({
      slug: 'happy-cat-abc123',
      itemUrl: 'https://loop.test/gifs/happy-cat-abc123',
      title: 'Cat',
      width: 480,
      height: 200,
    })
  })

  it('takes no link but a web one, no slug of another id, no odd id', () => {
    const item = builderItem({ id: 'abc', slug: '../../x', url: 'javascript:alert(1)' }, 'https://loop.test')
    expect(item).toMatchObject({
      slug: 'abc',
      itemUrl: 'https://loop.test/gifs/abc',
      width: 480,
      height: 270,
    })
    expect(builderItem({ id: '"><b>' }, 'https://loop.test')).toBeUndefined()
  })
})
