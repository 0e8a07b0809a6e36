import { CLASS_HEADERS, type ResponseClass } from './class-headers.ts'

type HeaderRecord = Readonly<Record<string, string>>

/** A response without a body, and the values that its own headers have now. */
type Kept = { response: Response; headers: Headers; values: Map<string, string> }

/** Sets of names. They are the code's own, and few; beyond this many none is kept. */
const MAX = 300

const kept = new Map<string, Kept>()

/**
 * What a response starts from: its status, the headers of its class, the request's id, and its own, which take precedence.
 * Responses with the same status and names share one object, in which each sets what differs from the one before: a record
 * costs as much again as the rest of a response, and a `Headers` in an object more than this (`docs/measurements.md`, M58). So
 * it must be given to a `Response`, which copies it, before anything else runs.
 */
export function replyInit(
  responseClass: ResponseClass,
  status: number,
  requestId: string,
  own: HeaderRecord,
): Response {
  const key = `${responseClass} ${status} ${Object.keys(own).join()}`
  const { response, headers, values } = kept.get(key) ?? keep(key, responseClass, status)
  headers.set('x-request-id', requestId)
  for (const [name, value] of Object.entries(own)) {
    if (values.get(name) === value) continue
    headers.set(name, value)
    values.set(name, value)
  }
  return response
}

function keep(key: string, responseClass: ResponseClass, status: number): Kept {
  const response = new Response(null, { status, headers: CLASS_HEADERS[responseClass] })
  const made = { response, headers: response.headers, values: new Map<string, string>() }
  if (kept.size < MAX) kept.set(key, made)
  return made
}
