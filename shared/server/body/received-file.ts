import type { RawPart } from '../../client/request.ts'
import type { Bytes } from './read-request-body.ts'

/** A file whose bytes stay where the request's body is: the platform's own would copy them. */
export class ReceivedFile extends File {
  readonly #bytes: Bytes

  constructor(bytes: Bytes, name: string, type: string) {
    super([], name, { type })
    this.#bytes = bytes
  }

  override get size(): number {
    return this.#bytes.byteLength
  }

  override async bytes(): Promise<Bytes> {
    return this.#bytes
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.slice().buffer
  }

  override stream(): ReadableStream {
    return new Blob([this.#bytes]).stream()
  }
}

/** Where the form that goes out has a file: its body, which is sent from the bytes that came in, and its type. */
export async function formWithFile(
  input: Record<string, unknown>,
): Promise<{ raw?: RawPart; rawType?: string }> {
  const fields = Object.entries(input)
  if (!fields.some(([, value]) => value instanceof ReceivedFile)) return {}
  const boundary = crypto.randomUUID()
  const pieces: Uint8Array[] = []
  const add = (text: string) => pieces.push(new TextEncoder().encode(text))
  for (const [name, value] of fields) {
    const isFile = value instanceof ReceivedFile
    const file = isFile ? `; filename="${value.name}"\r\nContent-Type: ${value.type}` : ''
    add(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`)
    if (isFile) pieces.push(await value.bytes())
    else add(String(value))
    add('\r\n')
  }
  add(`--${boundary}--\r\n`)
  return { raw: { body: streamOf(pieces) }, rawType: `multipart/form-data; boundary=${boundary}` }
}

/** The pieces as a stream of known length, so that the upstream gets a `Content-Length`. */
function streamOf(pieces: Uint8Array[]): ReadableStream {
  const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const { readable, writable } = new FixedLengthStream(length)
  const writer = writable.getWriter()
  const write = async () => {
    for (const piece of pieces) await writer.write(piece)
    await writer.close()
  }
  // Its reader gets the failure of a connection that breaks.
  write().catch(() => {})
  return readable
}
