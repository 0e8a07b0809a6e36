/** Reads a body of at most `maxBytes`. Returns `undefined` for a longer one and cancels the rest. */
export async function bytesUpTo(
  { headers, body }: Pick<Response, 'headers' | 'body'>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(headers.get('content-length')) > maxBytes) {
    await body?.cancel()
    return undefined
  }
  const reader = body?.getReader()
  // It grows in place: pieces that are joined at the end would be there twice.
  let bytes = new Uint8Array()
  // `Content-Length` may be missing or wrong, so the bytes are counted.
  for (let length = 0; ; ) {
    const { value } = (await reader?.read()) ?? {}
    if (!value) return new Uint8Array(bytes.buffer.transfer(length))
    const end = length + value.byteLength
    if (end > maxBytes) {
      await reader?.cancel()
      return undefined
    }
    if (end > bytes.byteLength) {
      bytes = new Uint8Array(bytes.buffer.transfer(Math.min(Math.max(end, 2 * length), maxBytes)))
    }
    bytes.set(value, length)
    length = end
  }
}

/** All of these bytes in a row. */
export function joined(all: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(all.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const piece of all) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/** Bytes as hexadecimal text, two characters each. */
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The SHA-256 of a text, as 64 hexadecimal characters. */
export const sha256Hex = async (text: string): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))

/** A file's type by its first bytes. File names and declared types cannot be trusted. */
type MediaKind = 'image/gif' | 'image/webp' | 'image/png' | 'video/mp4' | 'video/webm'

const ascii = (bytes: Uint8Array, start: number, end: number) =>
  String.fromCharCode(...bytes.subarray(start, end))

const KINDS: [MediaKind, (bytes: Uint8Array) => boolean][] = [
  ['image/gif', (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6))],
  ['image/webp', (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP'],
  ['image/png', (bytes) => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['video/mp4', (bytes) => ascii(bytes, 4, 8) === 'ftyp'],
  ['video/webm', (bytes) => ascii(bytes, 0, 4) === '\x1a\x45\xdf\xa3'],
]

/** How many bytes the detection needs. */
export const SNIFFED_BYTES = 16

/** Detects the media type of a file's start; `undefined` for types that the imaging service does not trim. */
export const mediaKind = (start: Uint8Array): MediaKind | undefined =>
  KINDS.find(([, fits]) => fits(start))?.[0]
