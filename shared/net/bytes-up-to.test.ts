import { expect, it, vi } from 'vitest'
import { bytesUpTo } from './bytes-up-to.ts'

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

it('gives a body that fits, in one piece', async () => {
  const bytes = new TextEncoder().encode('grüß')
  expect(await bytesUpTo(chunked([...bytes].map((byte) => Uint8Array.of(byte))), 6)).toEqual(bytes)
  expect(await bytesUpTo(new Response(null), 6)).toEqual(new Uint8Array())
})

it('stops reading at the first byte too many, and cancels the rest', async () => {
  const cancelled = vi.fn()
  expect(await bytesUpTo(chunked([new Uint8Array(4), new Uint8Array(4)], cancelled), 7)).toBeUndefined()
  expect(cancelled).toHaveBeenCalledOnce()
})

it('does not begin where the declared length is too much', async () => {
  const response = new Response('x', { headers: { 'Content-Length': '1000' } })
  expect(await bytesUpTo(response, 999)).toBeUndefined()
})
