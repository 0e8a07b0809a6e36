import type { Call } from '../../shared/calls/call.ts'
import { TRIM_FILE_MAX } from '../../shared/calls/services.ts'
import { AppError } from '../../shared/errors.ts'
import { boundaryOf, findBoundaries, multipartFields } from '../../shared/server/body/multipart.ts'
import { parsePairs } from '../../shared/server/body/parse-pairs.ts'
import { type Bytes, readRequestBody } from '../../shared/server/body/read-request-body.ts'

type Fields = Record<string, unknown>

const KB = 1024

/** T18: bytes that a body may have, by the call's encoding; a call without a body takes no more than a form. */
const BODY_MAX: Record<Call['encoding'], number> = {
  query: 16 * KB,
  form: 16 * KB,
  json: 64 * KB,
  raw: 64 * KB,
  multipart: TRIM_FILE_MAX + 64 * KB,
}

const JSON_DEPTH = 20

/** A body that is read: as it came, and its fields where the call takes any. */
export type ReadBody = { bytes: Bytes; fields: Fields }

/**
 * Reads a write's body, a form or JSON by its declared type, whichever the upstream takes.
 * @param by whose it is: a person or a network (T61)
 * @throws AppError 'too-large', 'incomplete', or 'invalid-input' for a body that cannot be read.
 */
export async function readBody(
  request: Request,
  { encoding }: Pick<Call, 'encoding'>,
  by?: string,
): Promise<ReadBody> {
  const max = BODY_MAX[encoding]
  if (encoding === 'raw' || encoding === 'query')
    return { bytes: await readRequestBody(request, max), fields: {} }
  const type = request.headers.get('Content-Type') ?? ''
  const [essence = ''] = type.toLowerCase().split(';')
  const reader = READERS.get(essence.trim())
  return reader ? reader(request, max, { type, by }) : assertEmpty(request)
}

type Reader = (
  request: Request,
  max: number,
  of: { type: string; by: string | undefined },
) => Promise<ReadBody>

/** Reads all of a body, and then its fields. */
const readAll =
  (fieldsOf: (text: string) => Fields): Reader =>
  async (request, max) => {
    const bytes = await readRequestBody(request, max)
    return { bytes, fields: bytes.byteLength === 0 ? {} : fieldsOf(new TextDecoder().decode(bytes)) }
  }

// A map: a type such as `__proto__` is in no record's prototype.
const READERS: ReadonlyMap<string, Reader> = new Map([
  ['application/json', readAll(jsonFields)],
  ['application/x-www-form-urlencoded', readAll((text) => parsePairs(new URLSearchParams(text)))],
  ['multipart/form-data', readMultipart],
])

async function readMultipart(...[request, max, { type, by }]: Parameters<Reader>): Promise<ReadBody> {
  const boundaries = findBoundaries(boundaryOf(type))
  const bytes = await readRequestBody(request, max, { by, onPiece: boundaries.look })
  return { bytes, fields: bytes.byteLength === 0 ? {} : multipartFields(bytes, boundaries) }
}

// The type of no body is no matter. The first byte of one is refused, unread where its length is declared.
async function assertEmpty(request: Request): Promise<ReadBody> {
  const bytes = await readRequestBody(request, 0).catch((error) => {
    if (!(error instanceof AppError) || error.kind !== 'too-large') throw error
    throw new AppError('invalid-input', 'The body must be a form or JSON')
  })
  return { bytes, fields: {} }
}

function jsonFields(text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('invalid-input', 'The body is no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid-input', 'The body must be a JSON object')
  }
  if (isDeeper(value, JSON_DEPTH)) throw new AppError('invalid-input', 'The body is nested too deeply')
  return value as Fields
}

const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (than === 0 || Object.values(value).some((inner) => isDeeper(inner, than - 1)))
