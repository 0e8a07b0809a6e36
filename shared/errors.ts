/** What went wrong, for code. The Worker alone turns a kind into a status (`worker/http/errors.ts`). */
export type ErrorKind =
  | 'invalid-input'
  | 'query-too-long'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'removed'
  | 'conflict'
  | 'method-not-allowed'
  | 'too-large'
  | 'rate-limited'
  | 'upstream'
  | 'synthetic'
  | 'not-implemented'
  | 'unavailable'

/** Every failure we raise on purpose. `kind` is for code, `message` is for people and never holds a secret. */
export class AppError extends Error {
  override readonly name: string = 'AppError'
  readonly kind: ErrorKind

  constructor(kind: ErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Input that does not fit; `detail` says per field why. */
export class InputError extends AppError {
  readonly detail: Readonly<Record<string, string>>

  constructor(message: string, detail: Record<string, string>) {
    super('invalid-input', message)
    this.detail = detail
  }
}

/** A method that an address does not answer; `allow` lists those that it does, as the header of that name. */
export class MethodError extends AppError {
  readonly allow: string

  constructor(allow: string) {
    super('method-not-allowed', `This address answers ${allow}`)
    this.allow = allow
  }
}

/** The library tag that prefixes what a failed provider call says (§8, first row). */
export const LIBRARY_TAG = 'loopframe'

/** §8 Default of a failed provider answer without a message of its own. */
export const ERROR_FETCHING = `${LIBRARY_TAG}: Error fetching`

/** §5 The children of a channel are asked for by their parent. */
export const NO_PARENT_ID = "We cannot fetch a channel's children without its parent's id."

/** What an upstream's status means to our callers. Anything else is the upstream's failure. */
export const KIND_OF_STATUS: Record<number, ErrorKind> = {
  400: 'invalid-input',
  404: 'not-found',
  410: 'removed',
  414: 'query-too-long',
  429: 'rate-limited',
  451: 'removed',
}

/** What is known of an upstream's failure; `retryAfter` is in seconds, as its `Retry-After` says. */
type Failure = {
  status?: number | undefined
  statusText?: string | undefined
  retryAfter?: number | undefined
  kind?: ErrorKind
}

/** §8 An upstream that answered badly, or not at all (then `status` is absent). */
export class UpstreamError extends AppError {
  override readonly name: string = 'UpstreamError'
  readonly status: number | undefined
  readonly statusText: string | undefined
  /** Seconds, as the upstream asked in `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(message: string, failure: Failure = {}, options?: ErrorOptions) {
    super(failure.kind ?? KIND_OF_STATUS[failure.status ?? 0] ?? 'upstream', message, options)
    this.status = failure.status
    this.statusText = failure.statusText
    this.retryAfter = failure.retryAfter
  }
}

/** §8 A 200 without `meta.response_id`: GIPHY's 'synthetic response', which clients must treat as a failure. */
export class SyntheticResponseError extends UpstreamError {
  override readonly name = 'SyntheticResponseError'

  constructor() {
    super(`${LIBRARY_TAG}: synthetic response`, { status: 200, kind: 'synthetic' })
  }
}

/** §8 A body that is no JSON. `path` bears no query: that may hold the key. */
export class JsonParseError extends UpstreamError {
  override readonly name = 'JsonParseError'

  constructor(path: string, status: number, options?: ErrorOptions) {
    super(`An error occurred parsing json for ${path}`, { status, kind: 'upstream' }, options)
  }
}

/** What a failed answer says in words, in any of the shapes that our upstreams use; '' if it says nothing. */
export function serverMessage(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const { meta, message, error, detail } = body as Record<string, unknown>
  const within = (part: unknown, name: string) =>
    typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : part
  const said = [within(meta, 'msg'), message, within(error, 'message'), detail]
  return said.find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}
