/** Bytes in V8's heap, without its pointers' compression: of an object's or a string's head, of a field, of bytes' head. */
const HEAD = 24
const FIELD = 8
const BYTES_HEAD = 200

const isWide = (text: string) => /[^\0-\xff]/.test(text)

/**
 * The bytes that plain data takes in memory, as an upper estimate: a string has one byte a character, or two where one of
 * them is not Latin-1; what two places share counts twice.
 */
export function heapSizeOf(value: unknown): number {
  if (typeof value === 'string') return HEAD + value.length * (isWide(value) ? 2 : 1)
  if (typeof value === 'number') return HEAD
  if (typeof value !== 'object' || value === null) return 0
  if (ArrayBuffer.isView(value)) return BYTES_HEAD + value.byteLength
  let size = HEAD + HEAD
  for (const part of Object.values(value)) size += FIELD + heapSizeOf(part)
  return size
}
