import { type Call, splitInput } from '../calls/call.ts'
import { type ArrayFormat, fieldPairs } from '../calls/field-pairs.ts'

/** Where a call's request goes, and its headers and query fields. `base` has no trailing slash. */
type Target = {
  base: string
  headers: Record<string, string>
  /** The path on our own host, where it differs from the upstream's. */
  path?: string
  /** Query fields beyond the call's own, such as a key. */
  query?: Record<string, string>
  arrays?: ArrayFormat | undefined
  signal: AbortSignal | undefined
}

// Node's types have no `BodyInit`.
type RequestBody = NonNullable<RequestInit['body']>

/** Method, body and query of a call whose entry names none (`ANY`, `raw`); or a form that is ready to be sent. */
export type RawPart = { method?: string; body?: RequestBody | null; search?: string }

type Payload = { fields?: [string, string][]; body?: RequestBody; type?: string }

/**
 * Turns validated input into a call's one request: the path filled, the other fields in the call's encoding. A redirect is not
 * followed: it could carry a key or a cookie elsewhere (`docs/measurements.md`, M2).
 */
export function callRequest(
  call: Pick<Call, 'method' | 'path' | 'encoding'>,
  input: Record<string, unknown>,
  target: Target,
  raw: RawPart = {},
): Request {
  const { path, rest } = splitInput({ path: target.path ?? call.path }, input)
  const { fields, body, type } = payload(call, rest, target.arrays, raw)
  const url = new URL(target.base + path)
  if (raw.search) url.search = raw.search
  for (const [name, value] of fields ?? []) url.searchParams.append(name, value)
  for (const [name, value] of Object.entries(target.query ?? {})) url.searchParams.set(name, value)
  return new Request(url, {
    method: call.method === 'ANY' ? (raw.method ?? 'GET') : call.method,
    headers: type ? { ...target.headers, 'Content-Type': type } : target.headers,
    body: body ?? null,
    signal: target.signal ?? null,
    redirect: 'manual',
  })
}

function payload(
  { encoding, method }: Pick<Call, 'method' | 'encoding'>,
  rest: Record<string, unknown>,
  arrays: ArrayFormat | undefined,
  raw: RawPart,
): Payload {
  if (encoding === 'raw') return raw.body ? { body: raw.body } : {}
  if (encoding === 'query' || method === 'GET') return { fields: fieldPairs(rest, arrays) }
  if (encoding === 'json') return { body: JSON.stringify(rest), type: 'application/json' }
  if (encoding === 'multipart') return { body: raw.body ?? formOf(rest) }
  const form = new URLSearchParams(fieldPairs(rest, arrays)).toString()
  // A write without fields has no body, and so no type.
  return form ? { body: form, type: 'application/x-www-form-urlencoded' } : {}
}

/** A file stays a file, the rest are texts; the runtime sets the type, since it alone knows the boundary. */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value)
    else form.append(name, String(value))
  }
  return form
}
