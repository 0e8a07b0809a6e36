import { describe, expect, it } from 'vitest'
import { ELEMENTS, type ElementDefinition } from './elements.ts'
import { frameUrl, gifSlug, readMessage } from './frame.ts'

const BASE = 'https://loop.test'
const urlOf = (tag: string, attributes: Record<string, string>) =>
  frameUrl(ELEMENTS[tag] as ElementDefinition, BASE, 'l1', (name) => attributes[name] ?? null)
const queryOf = (tag: string, attributes: Record<string, string>) =>
  Object.fromEntries(new URL(urlOf(tag, attributes)).searchParams)

describe('the address of a frame', () => {
  it.each([
    ['abc123', 'abc123'],
    [' happy-cat-abc123 ', 'happy-cat-abc123'],
    ['https://loop.test/gifs/happy-cat-abc123?utm_source=x#top', 'happy-cat-abc123'],
    ['/stickers/abc123/', 'abc123'],
    ['', ''],
    ['   ', ''],
    ['?', ''],
  ])('a GIF named %j is %j', (gif, slug) => expect(gifSlug(gif)).toBe(slug))

  it('is the embed of the GIF, with its options and its id', () => {
    const attributes = {
      gif: 'happy-cat-abc123',
      theme: 'dark',
      autoplay: '0',
      'utm-source': 'blog',
      columns: '9',
    }
    expect(urlOf('loop-embed', attributes)).toBe(
      'https://loop.test/embed/happy-cat-abc123?autoplay=0&theme=dark&utm_source=blog&id=l1',
    )
  })

  it('is none for an embed of no GIF', () => expect(urlOf('loop-embed', { theme: 'dark' })).toBe(''))

  it.each(['"><script>', '../admin', '%2e%2e%2fadmin', 'a b', '\\..\\admin'])(
    'stays under /embed/ on our host whatever the GIF is called: %j',
    (gif) => {
      const { origin, pathname, search } = new URL(urlOf('loop-embed', { gif }))
      expect([origin, pathname.split('/').length, pathname.split('/')[1], search]).toEqual([
        BASE,
        3,
        'embed',
        '?id=l1',
      ])
    },
  )

  it('carries every option of a widget, written with dashes', () => {
    const attributes = {
      type: 'stickers',
      q: 'happy cat',
      limit: '12',
      rating: 'pg',
      lang: 'de',
      gutter: '8',
      columns: '4',
      height: '300',
      'tile-height': '160',
      'border-radius': '0',
      'hide-attribution': '',
      'no-link': 'true',
      'tab-index': '-1',
      'no-results-message': 'Nichts da',
      user: 'ann',
      theme: 'auto',
    }
    const query = {
      type: 'stickers',
      q: 'happy cat',
      limit: '12',
      rating: 'pg',
      lang: 'de',
      gutter: '8',
      columns: '4',
      borderRadius: '0',
      hideAttribution: '1',
      noLink: '1',
      tabIndex: '-1',
      noResultsMessage: 'Nichts da',
      user: 'ann',
      theme: 'auto',
      id: 'l1',
    }
    expect(queryOf('loop-grid', attributes)).toEqual(query)
    expect(queryOf('loop-carousel', attributes)).toEqual({ ...query, height: '160' })
  })

  it.each(['related', 'channel', 'ids'])('carries the source %s', (name) =>
    expect(queryOf('loop-carousel', { [name]: 'a1' })).toEqual({ [name]: 'a1', id: 'l1' }),
  )

  it('leaves out what is empty, and a flag that says false', () => {
    expect(queryOf('loop-grid', { q: '', 'no-link': 'false' })).toEqual({ id: 'l1' })
  })
})

const base = { source: 'loopframe', id: 'l1', type: 'fetched' }

describe('a message of a frame', () => {
  it('is its type and what comes with it', () => {
    expect(readMessage({ ...base, count: 25 }, 'l1')).toEqual({ type: 'fetched', detail: { count: 25 } })
    expect(readMessage({ ...base, type: 'ready' }, 'l1')).toEqual({ type: 'ready', detail: {} })
  })

  it.each([
    undefined,
    null,
    'ready',
    17,
    [],
    {},
    { ...base, source: 'other' },
    { ...base, source: ['loopframe'] },
    { ...base, id: 'l2' },
    { ...base, id: undefined },
    { ...base, type: 'load' },
    { ...base, type: '__proto__' },
    { ...base, type: ['ready'] },
    { source: 'loopframe', type: 'ready' },
  ])('T21: is not %j', (data) => expect(readMessage(data, 'l1')).toBeUndefined())
})
