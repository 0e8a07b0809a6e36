import { describe, expect, it } from 'vitest'
import { builderItem, pastedId } from './builder-item.ts'

describe('the GIF that the builder shows', () => {
  it.each([
    ['abc123', 'abc123'],
    [' happy-cat-abc123 ', 'abc123'],
    ['https://loop.test/gifs/happy-cat-abc123?utm_source=x#top', 'abc123'],
    ['https://loop.test/embed/abc123/', 'abc123'],
    ['', undefined],
    ['https://loop.test/', undefined],
    ['<script>', undefined],
  ])('%j names %s', (text, id) => expect(pastedId(text)).toBe(id))

  it.each([`${'a'.repeat(60_000)}!`, '-'.repeat(60_000), `/${'a/'.repeat(30_000)}`])(
    'T37 60 KB name none, at once (%#)',
    (text) => {
      const started = performance.now()
      expect(pastedId(text)).toBeUndefined()
      expect(performance.now() - started).toBeLessThan(1000)
    },
  )

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
