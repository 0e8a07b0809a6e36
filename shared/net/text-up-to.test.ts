import { expect, it, vi } from 'vitest'
import { textUpTo } from './text-up-to.ts'

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

it('gives a text that fits, whole characters across chunks', async () => {
  const bytes = new TextEncoder().encode('grüß')
  expect(await textUpTo(chunked([...bytes].map((byte) => Uint8Array.of(byte))), 6)).toBe('grüß')
  expect(await textUpTo(new Response(null), 6)).toBe('')
})

it('stops reading at the first byte too many, and lets the rest go', async () => {
  const cancelled = vi.fn()
  expect(await textUpTo(chunked([new Uint8Array(4), new Uint8Array(4)], cancelled), 7)).toBeUndefined()
  expect(cancelled).toHaveBeenCalledOnce()
})

it('does not begin where the length alone is too much', async () => {
  const response = new Response('x', { headers: { 'Content-Length': '1000' } })
  expect(await textUpTo(response, 999)).toBeUndefined()
})
