import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  channelPath,
  channelSearchPath,
  isChannelName,
  pageNumber,
  pageWindow,
  pagingOf,
  relatedPath,
  SITE_PAGE,
  searchPath,
  stickersPath,
} from './browse-path.ts'

describe('§2 the addresses behind the virtual page paths', () => {
  it.each([
    [searchPath('good morning'), '/search/good%20morning'],
    [searchPath('cat', 3), '/search/cat/page/3'],
    [searchPath('cat', 2, 'stickers'), '/create/gifmaker/decorate/stickers/search/cat/page/2'],
    [stickersPath(), '/create/gifmaker/decorate/stickers'],
    [stickersPath(4), '/create/gifmaker/decorate/stickers/page/4'],
    [channelPath('loop-lab', 2), '/channels/loop-lab/page/2'],
    [channelPath('loop-lab', 1, 'stickers'), '/channels/loop-lab?type=stickers'],
    [channelSearchPath('7', 'sea & sun', 2), '/channel/7/search/sea%20%26%20sun/page/2'],
    [relatedPath('happy-cat-abc', 1), '/gifs/happy-cat-abc/related/page/1'],
  ])('%s', (path, wanted) => expect(path).toBe(wanted))

  it.each(['50%', 'and/or', 'back\\slash', '..', '.'])(
    'a term that no path can hold goes into a query: %s',
    (term) => {
      const url = new URL(searchPath(term, 2, 'stickers'), 'https://loop.test')
      expect(url.pathname).toBe('/search')
      expect(Object.fromEntries(url.searchParams)).toEqual({ q: term, type: 'stickers', page: '2' })
    },
  )

  it('every text comes back out of its address as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (term) => {
        const { pathname, searchParams } = new URL(searchPath(term), 'https://loop.test')
        const inPath = decodeURIComponent(pathname.slice('/search/'.length))
        expect(pathname === '/search' ? searchParams.get('q') : inPath).toBe(term)
      }),
    )
  })

  it.each(['a/b', '', '..', 'a b', 'x'.repeat(49), 'ä'])('%s is no channel', (name) => {
    expect(isChannelName(name)).toBe(false)
  })
})

describe('paging of a list', () => {
  it.each([
    [undefined, 1],
    ['1', 1],
    ['42', 42],
    ['0', undefined],
    ['01', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['10000', undefined],
    ['', undefined],
  ])('the page of %s is %s', (text, page) => expect(pageNumber(text)).toBe(page))

  it('never asks beyond the last offset that a client may ask for', () => {
    expect(pageWindow(1)).toEqual({ limit: SITE_PAGE, offset: 0 })
    expect(pageWindow(200)).toEqual({ limit: SITE_PAGE, offset: 4975 })
    expect(pageWindow(201)).toBeUndefined()
    expect(pageWindow(21, 499)).toBeUndefined()
  })

  it('counts the pages, the last one short', () => {
    expect(pagingOf(1, 25, 51)).toEqual({ page: 1, pages: 3, total: 51 })
    expect(pagingOf(1, 0, 0)).toEqual({ page: 1, pages: 0, total: 0 })
    expect(pagingOf(1, 25, 100_000).pages).toBe(200)
  })

  it('offers one page more while pages are full and nobody tells the total', () => {
    expect(pagingOf(2, 25, undefined).pages).toBe(3)
    expect(pagingOf(2, 24, undefined).pages).toBe(2)
  })
})
