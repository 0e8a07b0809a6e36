type Body = NonNullable<Response['body']>

type Options = {
  /** Called with each piece before the next is read; if it throws, the rest is cancelled. A piece is good for this call. */
  onPiece?: (piece: Uint8Array, length: number) => void
  /** Ends the reading with its reason. */
  signal?: AbortSignal
  /** Reads into one buffer of the declared length, which must be true, so that no second copy of a long body is made. */
  inPlace?: boolean
}

/** Reads a body of at most `maxBytes`. Returns `undefined` for a longer one and cancels the rest. */
export async function bytesUpTo(
  { headers, body }: Pick<Response, 'headers' | 'body'>,
  maxBytes: number,
  { onPiece, signal, inPlace = false }: Options = {},
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const declared = Number(headers.get('content-length'))
  if (declared > maxBytes) {
    await body?.cancel()
    return undefined
  }
  if (!body) return new Uint8Array()
  const source = (inPlace && declared > 0 && oneBuffer(body, declared)) || pieces(body)
  signal?.addEventListener('abort', () => source.cancel(signal.reason).catch(() => {}), { once: true })
  try {
    // `Content-Length` may be missing or wrong, so the bytes are counted.
    for (let length = 0; ; ) {
      const piece = await source.next()
      signal?.throwIfAborted()
      if (!piece) return source.whole()
      length += piece.byteLength
      if (length > maxBytes) {
        await source.cancel()
        return undefined
      }
      onPiece?.(piece, length)
    }
  } catch (error) {
    source.cancel(error).catch(() => {})
    throw error
  }
}

type Source = {
  next: () => Promise<Uint8Array | undefined>
  whole: () => Uint8Array<ArrayBuffer>
  cancel: (reason?: unknown) => Promise<void>
}

function pieces(body: Body): Source {
  const reader = body.getReader()
  const all: Uint8Array[] = []
  return {
    async next() {
      const { value } = await reader.read()
      if (value) all.push(value)
      return value
    },
    whole: () => joined(all),
    cancel: (reason) => reader.cancel(reason),
  }
}

const ROOM = 64 * 1024

/** Undefined for a stream that is not one of bytes; those of the network are. */
function oneBuffer(body: Body, size: number): Source | undefined {
  const reader = byteReader(body)
  if (!reader) return undefined
  let whole = new Uint8Array(size)
  let filled = 0
  return {
    async next() {
      if (filled === size) return undefined
      const { done, value } = await reader.read(whole.subarray(filled, filled + ROOM))
      if (value) {
        // The read has moved the buffer into its result.
        whole = new Uint8Array(value.buffer)
        filled += value.byteLength
      }
      return done ? undefined : value
    },
    whole: () => (filled === size ? whole : whole.slice(0, filled)),
    cancel: (reason) => reader.cancel(reason),
  }
}

function byteReader(body: Body) {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return undefined
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
