import { expect, it, vi } from 'vitest'
import { bytesUpTo } from './bytes.ts'

const chunked = (chunks: Uint8Array[], cancel = () => {}) =>
  new Response(
    new ReadableStream({
      pull: (stream) => {
        const chunk = chunks.shift()
        if (chunk) stream.enqueue(chunk)
        else stream.close()
      },
      cancel,
    }),
  )

it('T42, F35: gives a body that fits, in one piece', async () => {
  const bytes = new TextEncoder().encode('grüß')
  expect(await bytesUpTo(chunked([...bytes].map((byte) => Uint8Array.of(byte))), 6)).toEqual(bytes)
  expect(await bytesUpTo(new Response(null), 6)).toEqual(new Uint8Array())
})

it('T42, F35: stops reading at the first byte too many, and cancels the rest', async () => {
  const cancelled = vi.fn()
  expect(
    await bytesUpTo(
      chunked(
        [4, 4, 4].map((size) => new Uint8Array(size)),
        cancelled,
      ),
      7,
    ),
  ).toBeUndefined()
  expect(cancelled).toHaveBeenCalledOnce()
})

it('T42, F35: does not begin where the declared length is too much', async () => {
  const response = new Response('x', { headers: { 'Content-Length': '1000' } })
  expect(await bytesUpTo(response, 999)).toBeUndefined()
})

it.each([
  ['as declared', 8],
  ['shorter than declared', 9],
  ['longer than declared', 5],
  ['of no sensible length', -1],
  ['of half a byte', 2.5],
])('gives a body that is %s', async (_name, declared) => {
  const { body } = chunked([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5, 6), Uint8Array.of(7, 8)])
  const headers = new Headers({ 'Content-Length': String(declared) })
  expect(await bytesUpTo({ headers, body }, 9)).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8))
})
