import { describe, expect, it, vi } from 'vitest'
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

it('ends with what its watcher throws, and cancels the rest', async () => {
  const cancelled = vi.fn()
  const lengths: number[] = []
  const onPiece = (_piece: Uint8Array, length: number) => {
    lengths.push(length)
    if (length > 4) throw new Error('enough')
  }
  const source = chunked([new Uint8Array(4), new Uint8Array(4), new Uint8Array(4)], cancelled)
  await expect(bytesUpTo(source, 99, { onPiece })).rejects.toThrow('enough')
  expect(lengths).toEqual([4, 8])
  expect(cancelled).toHaveBeenCalledOnce()
})

it('ends with the reason of its signal while a piece is awaited', async () => {
  const cancelled = vi.fn()
  const body = new ReadableStream({ pull: () => new Promise(() => {}), cancel: cancelled })
  const stop = new AbortController()
  const reading = bytesUpTo({ headers: new Headers(), body }, 99, { signal: stop.signal })
  stop.abort(new Error('late'))
  await expect(reading).rejects.toThrow('late')
  expect(cancelled).toHaveBeenCalledOnce()
})

describe('in place, a body of a declared length', () => {
  const ofBytes = (pieces: Uint8Array<ArrayBuffer>[], cancel = () => {}) =>
    new ReadableStream({
      type: 'bytes',
      pull(stream) {
        const piece = pieces.shift()
        if (piece) stream.enqueue(piece)
        else stream.close()
        if (!piece) stream.byobRequest?.respond(0)
      },
      cancel,
    })
  const read = (body: ReadableStream, declared: number, max: number, options = {}) =>
    bytesUpTo({ headers: new Headers({ 'Content-Length': String(declared) }), body }, max, {
      ...options,
      inPlace: true,
    })

  it('is one buffer, and each piece is seen', async () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_, at) => at % 251)
    const pieces = [bytes.slice(0, 150_000), bytes.slice(150_000)]
    const lengths: number[] = []
    const onPiece = (_piece: Uint8Array, length: number) => lengths.push(length)
    const whole = await read(ofBytes(pieces), bytes.length, 300_000, { onPiece })
    expect(whole).toEqual(bytes)
    expect(whole?.buffer.byteLength).toBe(bytes.length)
    expect(lengths.at(-1)).toBe(bytes.length)
  })

  it('may end early', async () => {
    expect(await read(ofBytes([Uint8Array.of(1, 2)]), 5, 9)).toEqual(Uint8Array.of(1, 2))
  })

  it('is read in pieces where its stream is not one of bytes', async () => {
    const { body } = chunked([Uint8Array.of(1), Uint8Array.of(2)])
    const plain = body?.pipeThrough(new TransformStream()) ?? new ReadableStream()
    expect(await read(plain, 2, 9)).toEqual(Uint8Array.of(1, 2))
  })

  it('is cancelled where its watcher throws', async () => {
    const cancelled = vi.fn()
    const onPiece = () => {
      throw new Error('enough')
    }
    const body = ofBytes([new Uint8Array(4), new Uint8Array(4)], cancelled)
    await expect(read(body, 8, 9, { onPiece })).rejects.toThrow('enough')
    expect(cancelled).toHaveBeenCalledOnce()
  })
})
