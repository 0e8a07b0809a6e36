import { KnownHeaders } from '../../shared/net/known-headers.ts'
import { CLASS_HEADERS, type ResponseClass } from './class-headers.ts'

type HeaderRecord = Readonly<Record<string, string>>

const NONE = new KnownHeaders({})

/** A response without a body, what it was set from last, and the values that its headers have besides those of the class. */
type Kept = { response: Response; headers: Headers; known: KnownHeaders; values: Map<string, string> }

/** Sets of names. They are the code's own, and few; beyond this many none is kept. */
const MAX = 300

const kept = new Map<string, Kept>()

/**
 * What a response starts from: its status, the headers of its class, the request's id, what is known of it, and its own, which take
 * precedence. Responses with the same status and names share one object, in which each sets what differs from the one before: a
 * record costs as much again as the rest of a response, and a `Headers` in an object more than this (`docs/measurements.md`, M58). So
 * it must be given to a `Response`, which copies it, before anything else runs.
 */
export function replyInit(
  responseClass: ResponseClass,
  status: number,
  requestId: string,
  own: HeaderRecord,
  known = NONE,
): Response {
  const key = `${responseClass} ${status} ${known.names} ${namesOf(own)}`
  const start = kept.get(key) ?? keep(key, responseClass, status)
  start.headers.set('x-request-id', requestId)
  if (start.known !== known) setAll(start, known.record)
  start.known = known
  setAll(start, own)
  return start.response
}

// Of few names, `for in` takes a fraction of the time that lists of them take.
function namesOf(record: HeaderRecord): string {
  let names = ''
  for (const name in record) names += `${name},`
  return names
}

function setAll({ headers, values }: Kept, record: HeaderRecord): void {
  for (const [name, value] of Object.entries(record)) {
    if (values.get(name) === value) continue
    headers.set(name, value)
    values.set(name, value)
  }
}

function keep(key: string, responseClass: ResponseClass, status: number): Kept {
  const response = new Response(null, { status, headers: CLASS_HEADERS[responseClass] })
  const made = { response, headers: response.headers, known: NONE, values: new Map<string, string>() }
  if (kept.size < MAX) kept.set(key, made)
  return made
}
