import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Full, openFavorite, saveToAccount } from './favorites.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('document', { cookie: 'csrftoken=abc' })
  vi.stubGlobal('fetch', fetched.mockReset())
})
afterEach(() => vi.unstubAllGlobals())

describe('the favorite of an account', () => {
  it.each([
    [true, 'PUT'],
    [false, 'DELETE'],
  ])(
    '%s is a %s that outlives its page: the button has shown the press already',
    async (favorite, method) => {
      fetched.mockResolvedValue(new Response(null, { status: 204 }))
      await saveToAccount('cat', favorite)
      expect(fetched).toHaveBeenCalledExactlyOnceWith(
        '/api/v1/users/self/favorites/cat',
        expect.objectContaining({ method, keepalive: true, headers: { 'X-CSRFToken': 'abc' } }),
      )
    },
  )

  it('is asked for by a request that ends with its page', async () => {
    fetched.mockResolvedValue(Response.json({ id: 'cat', favorite: true }))
    expect(await openFavorite('cat')).toMatchObject({ place: 'account', favorite: true })
    expect(fetched).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ keepalive: false }))
  })

  it.each([
    [409, Full],
    [503, /answered 503/],
  ])('a refusal of %i is an error', async (status, error) => {
    fetched.mockResolvedValue(new Response(null, { status }))
    await expect(saveToAccount('cat', true)).rejects.toThrow(error)
  })
})
