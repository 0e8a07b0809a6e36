import { describe, expect, it } from 'vitest'
import { pageNumber, pageWindow, pagingOf, SITE_PAGE } from './paging.ts'

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
