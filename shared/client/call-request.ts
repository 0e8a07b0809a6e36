import { type Call, splitInput } from '../calls/call.ts'
import { type ArrayFormat, fieldPairs } from '../calls/field-pairs.ts'

/** Where a call's request goes, and what it carries beside its own fields. `base` has no trailing slash. */
type RequestTo = {
  base: string
  headers: Record<string, string>
  /** Our own address of the call, where that is another than the upstream's. */
  path?: string
  /** Query fields beside the call's own: a key, say. */
  query?: Record<string, string>
  arrays?: ArrayFormat | undefined
  signal: AbortSignal | undefined
}

// Not `BodyInit`: Node does not name it.
type RequestBody = NonNullable<RequestInit['body']>

/** A call that is a base (`ANY`) says its method and body when it is made. */
export type RawPart = { method?: string; body?: RequestBody | null; search?: string }

type Sent = { fields?: [string, string][]; body?: RequestBody; type?: string }

/**
 * Turns validated input into a call's one request: the path filled, the rest as the call `sends` it. A redirect is not
 * followed: it could carry a key or a cookie elsewhere (`docs/measurements.md`, M2).
 */
export function callRequest(
  call: Pick<Call, 'method' | 'path' | 'sends'>,
  input: Record<string, unknown>,
  to: RequestTo,
  raw: RawPart = {},
): Request {
  const { path, beside } = splitInput({ path: to.path ?? call.path }, input)
  const { fields, body, type } = sent(call, beside, to.arrays, raw)
  const url = new URL(to.base + path)
  if (raw.search) url.search = raw.search
  for (const [name, value] of fields ?? []) url.searchParams.append(name, value)
  for (const [name, value] of Object.entries(to.query ?? {})) url.searchParams.set(name, value)
  return new Request(url, {
    method: call.method === 'ANY' ? (raw.method ?? 'GET') : call.method,
    headers: type ? { ...to.headers, 'Content-Type': type } : to.headers,
    body: body ?? null,
    signal: to.signal ?? null,
    redirect: 'manual',
  })
}

function sent(
  { sends, method }: Pick<Call, 'method' | 'sends'>,
  beside: Record<string, unknown>,
  arrays: ArrayFormat | undefined,
  raw: RawPart,
): Sent {
  if (sends === 'raw') return raw.body ? { body: raw.body } : {}
  if (sends === 'query' || method === 'GET') return { fields: fieldPairs(beside, arrays) }
  if (sends === 'json') return { body: JSON.stringify(beside), type: 'application/json' }
  if (sends === 'multipart') return { body: formOf(beside) }
  const form = new URLSearchParams(fieldPairs(beside, arrays)).toString()
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
