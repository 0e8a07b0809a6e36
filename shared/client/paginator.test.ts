import { describe, expect, it, vi } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { createPaginator } from './paginator.ts'

const gifs = (...ids: string[]) => ids.map((id) => gifOf({ id }))
const page = (ids: string[], offset: number, total_count: number) => ({
  data: gifs(...ids),
  pagination: { count: ids.length, offset, total_count },
})
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

describe('§4 the paginator', () => {
  it('appends unique GIFs by id, page after page', async () => {
    const fetchPage = vi
      .fn()
      .mockResolvedValueOnce(page(['a', 'b'], 0, 9))
      .mockResolvedValueOnce(page(['b', 'c'], 2, 9))
    const next = createPaginator(fetchPage)
    expect(idsOf(await next())).toBe('ab')
    expect(idsOf(await next())).toBe('abc')
    expect(fetchPage.mock.calls).toEqual([[0], [2]])
  })

  it('stops when offset plus count equals total_count', async () => {
    const fetchPage = vi
      .fn()
      .mockResolvedValueOnce(page(['a', 'b'], 0, 3))
      .mockResolvedValueOnce(page(['c'], 2, 3))
    const next = createPaginator(fetchPage)
    await next()
    await next()
    expect(idsOf(await next())).toBe('abc')
    expect(fetchPage).toHaveBeenCalledTimes(2)
  })

  it('stops at an empty page, whatever the total says', async () => {
    const fetchPage = vi.fn().mockResolvedValue(page([], 0, 100))
    const next = createPaginator(fetchPage)
    expect(await next()).toEqual([])
    await next()
    expect(fetchPage).toHaveBeenCalledTimes(1)
  })

  it('asks again for a page that failed', async () => {
    const fetchPage = vi
      .fn()
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValueOnce(page(['a'], 0, 9))
    const next = createPaginator(fetchPage)
    await expect(next()).rejects.toThrow('down')
    expect(idsOf(await next())).toBe('a')
    expect(fetchPage.mock.calls).toEqual([[0], [0]])
  })

  it('goes on behind what the server’s page holds already', async () => {
    const fetchPage = vi.fn().mockResolvedValueOnce(page(['c'], 2, 3))
    const next = createPaginator(fetchPage, gifs('a', 'b'))
    expect(idsOf(await next())).toBe('abc')
    expect(fetchPage).toHaveBeenCalledWith(2)
  })
})
