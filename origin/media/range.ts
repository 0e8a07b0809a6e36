/** A part of a file, in bytes. */
export type Part = { offset: number; length: number }

const SINGLE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/

/**
 * Reads a Range header (RFC 9110, 14.2): the requested part, 'beyond' when the file has no such bytes (416), or
 * `undefined` when the whole file is sent: no header, several ranges, another unit, or no range at all.
 */
export function readRange(header: string | null, size: number): Part | 'beyond' | undefined {
  const [, first, last, suffix] = SINGLE.exec(header ?? '') ?? []
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length > 0 ? { offset: size - length, length } : 'beyond'
  }
  if (first === undefined) return undefined
  const offset = Number(first)
  const end = last ? Number(last) : size - 1
  if (last && end < offset) return undefined
  return offset < size ? { offset, length: Math.min(end, size - 1) - offset + 1 } : 'beyond'
}
