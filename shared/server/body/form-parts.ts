import { AppError } from '../../errors.ts'
import { joined } from '../../net/bytes.ts'
import { boundaryOf, END_OF_HEAD, HEAD_MAX, hasAt, partHead, unreadable } from './multipart.ts'
import { paced } from './read-request-body.ts'

/** A part of a form. Its content is read once, before the next part; what is left of it is skipped. */
export type FormPart = { name: string; isFile: boolean; content: AsyncIterable<Uint8Array> }

/** More than any of our forms has: an item has fewer than 64 files. */
const PARTS_MAX = 100

const [CR, DASH] = [0x0d, 0x2d]

function indexOf(bytes: Uint8Array, line: Uint8Array): number {
  for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1)) {
    if (hasAt(bytes, line, at)) return at
  }
  return -1
}

/** Reads a form's pieces from one boundary to the next: no more than a piece and a part's head is kept. */
class FormReader {
  private readonly pieces: AsyncIterator<Uint8Array, void>
  private readonly line: Uint8Array
  private buffer: Uint8Array

  constructor(pieces: AsyncIterator<Uint8Array, void>, boundary: string) {
    this.pieces = pieces
    this.line = new TextEncoder().encode(`\r\n--${boundary}`)
    // The first boundary has no line break in front of it, so one is put there.
    this.buffer = this.line.slice(0, 2)
  }

  private async more(): Promise<void> {
    const { done, value } = await this.pieces.next()
    if (done) throw unreadable()
    this.buffer = joined([this.buffer, value])
  }

  /** Everything up to the next boundary, which it passes. A second reading continues the first. */
  upToBoundary(): () => AsyncGenerator<Uint8Array, void> {
    const { line } = this
    let isDone = false
    const read = async function* (this: FormReader): AsyncGenerator<Uint8Array, void> {
      while (!isDone) {
        const at = indexOf(this.buffer, line)
        // A boundary may have begun in the last bytes.
        const end = at < 0 ? Math.max(this.buffer.byteLength - line.byteLength + 1, 0) : at
        const content = this.buffer.subarray(0, end)
        isDone = at >= 0
        this.buffer = this.buffer.subarray(isDone ? end + line.byteLength : end)
        if (content.byteLength > 0) yield content
        if (!isDone) await this.more()
      }
    }
    return read.bind(this)
  }

  /** The head of the next part; `undefined` behind the last one. */
  async head(): Promise<string | undefined> {
    for (;;) {
      if (this.buffer[0] === DASH && this.buffer[1] === DASH) return undefined
      const end = indexOf(this.buffer.subarray(0, HEAD_MAX), END_OF_HEAD)
      if (end >= 0) {
        const text = new TextDecoder().decode(this.buffer.subarray(0, end))
        this.buffer = this.buffer.subarray(end + END_OF_HEAD.byteLength)
        return text
      }
      if (this.buffer.byteLength >= HEAD_MAX) throw unreadable()
      await this.more()
    }
  }
}

/** The parts of a form (RFC 7578) as its pieces arrive. @throws AppError 'invalid-input': broken, or too many parts */
export async function* formParts(
  pieces: AsyncIterator<Uint8Array, void>,
  boundary: string,
): AsyncGenerator<FormPart, void> {
  const reader = new FormReader(pieces, boundary)
  const skip = async (read: () => AsyncIterable<Uint8Array>) => {
    for await (const _ of read());
  }
  await skip(reader.upToBoundary())
  for (let count = 0; ; count++) {
    const text = await reader.head()
    if (text === undefined) return
    if (count === PARTS_MAX) throw new AppError('invalid-input', `A form has at most ${PARTS_MAX} parts`)
    const read = reader.upToBoundary()
    yield { ...partHead(text), content: read() }
    await skip(read)
  }
}

/** A field's text. @throws AppError 'invalid-input' for more than `max` bytes. */
export async function textOfPart({ name, content }: FormPart, max: number): Promise<string> {
  let bytes = new Uint8Array()
  for await (const piece of content) {
    if (bytes.byteLength + piece.byteLength > max) {
      throw new AppError('invalid-input', `${name.slice(0, 40)} is too long`)
    }
    bytes = joined([bytes, piece])
  }
  return new TextDecoder().decode(bytes)
}

/** Bytes. Nothing more is read once so many have come: as many as our forms have. */
const PEEK_MAX = 16 * 1024
const VALUE_MAX = 512

/** A field's text, and the request with all of its body: what was read is in front of the rest again. */
type Peeked = { value: string; request: Request }

/**
 * Looks for a text in front of a form's first file, in the first 16 KB; the rest of the body stays unread.
 * @returns undefined without such a text. @throws AppError 'incomplete' for a body that is too slow (F34)
 */
export async function peekField(request: Request, name: string): Promise<Peeked | undefined> {
  const reader = request.body?.getReader()
  if (!reader) return undefined
  const next = paced(() => reader.read())
  const kept: Uint8Array[] = []

  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    for (let length = 0; length < PEEK_MAX; ) {
      const { done, value } = await next(length)
      if (done) return
      length += value.byteLength
      kept.push(value)
      yield value
    }
  }

  const value = await firstText(pieces(), request, name)
  if (value === undefined) return undefined
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = kept.shift() ?? (await reader.read()).value
        if (piece) controller.enqueue(piece)
        else controller.close()
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  const { url, method, headers } = request
  return { value, request: new Request(url, { method, headers, body }) }
}

async function firstText(pieces: AsyncGenerator<Uint8Array, void>, { headers }: Request, name: string) {
  try {
    for await (const part of formParts(pieces, boundaryOf(headers.get('Content-Type') ?? ''))) {
      if (part.isFile) return undefined
      if (part.name === name) return await textOfPart(part, VALUE_MAX)
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid-input') throw error
  }
  return undefined
}
