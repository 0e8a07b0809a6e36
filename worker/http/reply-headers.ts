import { CLASS_HEADERS, type ResponseClass } from './class-headers.ts'

type HeaderRecord = Readonly<Record<string, string>>

/** Headers as the platform has them, with the values that they have now. */
type Kept = { headers: Headers; values: Map<string, string> }

/** Sets of names. They are the code's own, and few; beyond this many none is kept. */
const MAX = 200

const kept = new Map<string, Kept>()

/**
 * The headers of a response: those of its class, the request's id, and its own, which take precedence. Responses with the same
 * names share one object, in which each sets what differs from the one before: a record costs as much again as the rest of a
 * response (`docs/measurements.md`, M52). So it must be given to a `Response`, which copies it, before anything else runs.
 */
export function replyHeaders(responseClass: ResponseClass, requestId: string, own: HeaderRecord): Headers {
  const key = `${responseClass} ${Object.keys(own).join()}`
  const { headers, values } = kept.get(key) ?? keep(key, responseClass)
  headers.set('x-request-id', requestId)
  for (const [name, value] of Object.entries(own)) {
    if (values.get(name) === value) continue
    headers.set(name, value)
    values.set(name, value)
  }
  return headers
}

function keep(key: string, responseClass: ResponseClass): Kept {
  const made = { headers: new Headers(CLASS_HEADERS[responseClass]), values: new Map<string, string>() }
  if (kept.size < MAX) kept.set(key, made)
  return made
}
