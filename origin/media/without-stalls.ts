import type { ReadableStream as StoredBytes } from '@cloudflare/workers-types'
import { within } from '../../shared/server/deadline.ts'

/** ms without a byte after which a file has stalled: its store keeps one of the request's six connections (M15). */
const STALL_MS = 5000

/** Bytes that are read at once: each read costs time in JavaScript, which a stream that the platform pipes does not. */
const CHUNK = 256 * 1024

/**
 * A file's stream of `length` bytes that breaks off when its store sends no chunk for 5 s. Only the time in which the client
 * wants more counts: one who reads slowly is not cut off.
 */
export function withoutStalls(source: StoredBytes, length: number): ReadableStream {
  // Of a stream of known length the platform sends `Content-Length`.
  const { readable, writable } = new FixedLengthStream(length)
  pump(source, writable.getWriter(), Math.max(1, Math.min(CHUNK, length)))
  return readable
}

async function pump(source: StoredBytes, writer: WritableStreamDefaultWriter, chunk: number) {
  const reader = source.getReader({ mode: 'byob' })
  try {
    for (;;) {
      const { done, value } = await within(STALL_MS, () => reader.readAtLeast(chunk, new Uint8Array(chunk)))
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
