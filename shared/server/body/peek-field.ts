import { AppError } from '../../errors.ts'
import { formParts, textOfPart } from './form-parts.ts'
import { boundaryOf } from './multipart.ts'
import { paced } from './read-request-body.ts'

/** Bytes. Nothing more is read once so many have come: as many as our forms have. */
const PEEK_MAX = 16 * 1024
const VALUE_MAX = 512

/** A field's text, and the request with all of its body: what was read is in front of the rest again. */
type Peeked = { value: string; request: Request }

/**
 * Looks for a text in front of a form's first file, in the first 16 KB. The rest of the body stays unread.
 * @returns undefined for a form that cannot be read, or has no such text there.
 * @throws AppError 'incomplete' for a body that is too slow (F34)
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

async function firstText(
  pieces: AsyncGenerator<Uint8Array, void>,
  { headers }: Request,
  name: string,
): Promise<string | undefined> {
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
