import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Report } from '../../model/embed-model.ts'
import { relatedPages } from './related-pages.ts'

const report = vi.fn<Report>()
const asked = vi.fn<(url: string) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('document', { querySelector: () => null })
})
afterEach(() => {
  vi.unstubAllGlobals()
  asked.mockReset()
  report.mockReset()
})

const answer = (fields: object, init?: ResponseInit) =>
  Response.json({ data: [], meta: { status: 200, msg: 'OK', response_id: 'r' }, ...fields }, init)
const items = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, images: {} }))
const page = (offset: number, count: number, total_count: number) =>
  answer({ data: items(offset, count), pagination: { offset, count, total_count } })

describe('§7 related GIFs', () => {
  it('asks for 6 at offset 0, then for 12 a page, and stops at the total (§9)', async () => {
    asked
      .mockResolvedValueOnce(page(0, 6, 20))
      .mockResolvedValueOnce(page(6, 12, 20))
      .mockResolvedValueOnce(page(18, 2, 20))
    const next = relatedPages('abc', false, report)
    expect(await next()).toHaveLength(6)
    expect(await next()).toHaveLength(18)
    expect(await next()).toHaveLength(20)
    expect(await next()).toHaveLength(20)
    expect(asked.mock.calls.map(([url]) => url)).toEqual([
      '/v1/gifs/related?gif_id=abc&limit=6&offset=0',
      '/v1/gifs/related?gif_id=abc&limit=12&offset=6',
      '/v1/gifs/related?gif_id=abc&limit=12&offset=18',
    ])
  })

  it('reports every request, for views (§2), and how many GIFs there are after it', async () => {
    asked.mockResolvedValueOnce(page(0, 6, 8)).mockResolvedValueOnce(page(6, 2, 8))
    const next = relatedPages('abc', false, report)
    for (let page = 0; page < 3; page++) await next()
    expect(report.mock.calls).toEqual([
      ['request', '/v1/gifs/related?gif_id=abc&limit=6&offset=0'],
      ['fetched', '6'],
      ['request', '/v1/gifs/related?gif_id=abc&limit=12&offset=6'],
      ['fetched', '8'],
    ])
  })

  it('reports what went wrong', async () => {
    asked.mockResolvedValueOnce(answer({}, { status: 502 }))
    await expect(relatedPages('abc', false, report)()).rejects.toThrow()
    expect(report).toHaveBeenLastCalledWith('error', 'Error: The GIFs answered 502')
  })

  it('asks for stickers where the item is one, and writes the id safely', async () => {
    asked.mockResolvedValue(page(0, 1, 1))
    await relatedPages('a&b=/../c', true, report)()
    expect(asked.mock.calls[0]?.[0]).toBe('/v1/stickers/related?gif_id=a%26b%3D%2F..%2Fc&limit=6&offset=0')
  })

  it('takes no more than it asked for', async () => {
    asked.mockResolvedValue(answer({ data: items(0, 10_000) }))
    expect(await relatedPages('abc', false, report)()).toHaveLength(6)
  })

  it.each([
    ['a failure', () => answer({}, { status: 502 })],
    ['an answer that is no JSON', () => new Response('<!doctype html>')],
    ['an empty answer', () => new Response('')],
    ['null', () => Response.json(null)],
    ['a synthetic answer (§8)', () => answer({ meta: { status: 200, msg: 'OK', response_id: '' } })],
    ['an answer without a meta', () => answer({ meta: undefined })],
  ])('rejects at %s, and can be asked again', async (_name, bad) => {
    asked.mockResolvedValueOnce(bad()).mockResolvedValueOnce(page(0, 6, 6))
    const next = relatedPages('abc', false, report)
    await expect(next()).rejects.toThrow()
    expect(await next()).toHaveLength(6)
    expect(asked.mock.calls[1]?.[0]).toBe(asked.mock.calls[0]?.[0])
  })

  it('rejects where the network does', async () => {
    asked.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(relatedPages('abc', false, report)()).rejects.toThrow('Failed to fetch')
  })

  it('gives well-shaped GIFs or nothing, whatever comes (F8)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (data, pagination) => {
        asked.mockResolvedValueOnce(answer({ data, pagination }))
        const gifs = await relatedPages('abc', false, report)()
        expect(gifs.length).toBeLessThanOrEqual(6)
        for (const gif of gifs) {
          expect(gif.id).not.toBe('')
          expect(typeof gif.title).toBe('string')
          expect(typeof gif.images).toBe('object')
        }
      }),
    )
  })
})
