import type { Call } from '../../shared/calls/call.ts'
import { TRIM_FILE_MAX } from '../../shared/calls/imaging.ts'
import { AppError } from '../../shared/errors.ts'
import { bytesUpTo } from '../../shared/net/bytes-up-to.ts'
import { KIND_BYTES, mediaKind } from '../../shared/net/media-kind.ts'
import { DeadlineError, within } from '../upstreams/deadline.ts'
import { parsePairs } from './parse-pairs.ts'

const KB = 1024

/** T18: bytes that a body may have, by the call's encoding; a call without a body takes no more than a form. */
const BODY_MAX: Record<Call['encoding'], number> = {
  query: 16 * KB,
  form: 16 * KB,
  json: 64 * KB,
  raw: 64 * KB,
  multipart: TRIM_FILE_MAX + 64 * KB,
}

const BODY_WAIT_MS = 10_000
const JSON_DEPTH = 20

export type Bytes = Uint8Array<ArrayBuffer>

/**
 * Reads a write's body whole, before any of it is used.
 * @throws AppError 'too-large', or 'invalid-input' when it does not come within 10 s.
 */
export async function readBody(request: Request, { encoding }: Pick<Call, 'encoding'>): Promise<Bytes> {
  const max = BODY_MAX[encoding]
  const bytes = await within(BODY_WAIT_MS, () => bytesUpTo(request, max)).catch((error) => {
    if (!(error instanceof DeadlineError)) throw error
    throw new AppError('invalid-input', 'The body did not arrive in time')
  })
  if (bytes) return bytes
  throw new AppError('too-large', `The body holds at most ${max / KB} KB`)
}

/** The fields of a body by its declared type: a form or JSON, whichever the upstream takes. */
export async function bodyFields(bytes: Bytes, type: string): Promise<Record<string, unknown>> {
  if (bytes.byteLength === 0) return {}
  const [essence = ''] = type.toLowerCase().split(';')
  const read = READERS[essence.trim()]
  if (!read) throw new AppError('invalid-input', 'The body must be a form or JSON')
  return read(bytes, type)
}

const READERS: Record<string, (bytes: Bytes, type: string) => Promise<Record<string, unknown>>> = {
  'application/json': async (bytes) => jsonFields(new TextDecoder().decode(bytes)),
  'application/x-www-form-urlencoded': async (bytes) =>
    parsePairs(new URLSearchParams(new TextDecoder().decode(bytes))),
  'multipart/form-data': multipartFields,
}

function jsonFields(text: string): Record<string, unknown> {
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
  return value as Record<string, unknown>
}

const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (than === 0 || Object.values(value).some((inner) => isDeeper(inner, than - 1)))

async function multipartFields(bytes: Bytes, type: string): Promise<Record<string, unknown>> {
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new AppError('invalid-input', 'The form cannot be read')
  })
  const texts: [string, string][] = []
  const files: Record<string, Blob> = {}
  for (const [name, value] of form) {
    if (typeof value === 'string') texts.push([name, value])
    else files[name] = await checkedFile(value)
  }
  return { ...parsePairs(texts), ...files }
}

/** The file with a name and type of our own, because the sender's are untrusted. */
async function checkedFile(file: Blob): Promise<File> {
  const kind = mediaKind(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()))
  if (!kind) throw new AppError('invalid-input', 'The file must be a GIF, WebP, PNG, MP4 or WebM')
  return new File([file], `media.${kind.split('/')[1]}`, { type: kind })
}
