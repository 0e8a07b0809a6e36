import type { ReadableStream as Stored } from '@cloudflare/workers-types'
import { within } from '../../shared/server/deadline.ts'

/** Bytes that are read at once: each read costs time in JavaScript, which a stream that the platform pipes does not. */
const CHUNK = 256 * 1024

/**
 * A file's stream of `length` bytes that breaks off when its store sends no chunk for `ms`. Only the time in which the client
 * wants more counts: one who reads slowly is not cut off.
 */
export function withoutStalls(source: Stored, length: number, ms: number): ReadableStream {
  // Of a stream of known length the platform sends `Content-Length`.
  const { readable, writable } = new FixedLengthStream(length)
  pump(source, writable.getWriter(), Math.max(1, Math.min(CHUNK, length)), ms)
  return readable
}

async function pump(source: Stored, writer: WritableStreamDefaultWriter, chunk: number, ms: number) {
  const reader = source.getReader({ mode: 'byob' })
  try {
    for (;;) {
      const { done, value } = await within(ms, () => reader.readAtLeast(chunk, new Uint8Array(chunk)))
      if (value && value.byteLength > 0) await writer.write(value)
      if (done || !value) break
    }
    await writer.close()
  } catch (error) {
    // Neither is awaited: what stalls may not end either.
    reader.cancel(error).catch(() => {})
    writer.abort(error).catch(() => {})
  }
}
