import { own } from './own.ts'
export const ERROR_KINDS = [
  'invalid-input',
  'query-too-long',
  'unauthorized',
  'forbidden',
  /** Staff have suspended the account. */
  'suspended',
  /** The sign-in is too old for this: the password has to be given again. */
  'password-needed',
  /** A second factor is missing: its code, or one at all. */
  'second-factor-needed',
  'not-found',
  'removed',
  'conflict',
  'method-not-allowed',
  'too-large',
  /** The sender of a body was too slow, or left. */
  'incomplete',
  'rate-limited',
  'upstream',
  'synthetic',
  'not-implemented',
  'unavailable',
] as const

/** A failure's kind. Only `failureOf` maps it to a status. */
export type ErrorKind = (typeof ERROR_KINDS)[number]

/** The base of every error that we throw on purpose. `message` is for people and never contains a secret. */
export class AppError extends Error {
  override readonly name: string = 'AppError'
  readonly kind: ErrorKind

  constructor(kind: ErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Invalid input; `detail` has a message per field. */
export class InputError extends AppError {
  readonly detail: Readonly<Record<string, string>>

  constructor(message: string, detail: Record<string, string>) {
    super('invalid-input', message)
    this.detail = detail
  }
}

/** An InputError whose message is about one field. */
export const fieldError = (field: string, message: string): InputError =>
  new InputError(message, { [field]: message })

/** What a field asks for is not free; `detail` has a message per field. */
export class ConflictError extends AppError {
  readonly detail: Readonly<Record<string, string>>

  constructor(message: string, detail: Record<string, string>) {
    super('conflict', message)
    this.detail = detail
  }
}

/** What a field asks for is not allowed; `detail` has a message per field. */
export class ForbiddenError extends AppError {
  readonly detail: Readonly<Record<string, string>>

  constructor(message: string, detail: Record<string, string>) {
    super('forbidden', message)
    this.detail = detail
  }
}

/** Staff have suspended the account; `detail` has their reason, for its person alone. */
export class SuspendedError extends AppError {
  readonly detail: Readonly<Record<'reason', string>>

  constructor(reason: string) {
    super('suspended', `This account is suspended: ${reason}`)
    this.detail = { reason }
  }
}

/** Too many requests; `retryAfter` is when to try again, in seconds. */
export class RateLimitError extends AppError {
  readonly retryAfter: number

  constructor(message: string, retryAfter: number) {
    super('rate-limited', message)
    this.retryAfter = retryAfter
  }
}

/** A method that an address does not support; `allow` lists the supported ones, as in the `Allow` header. */
export class MethodError extends AppError {
  readonly allow: string

  constructor(allow: string) {
    super('method-not-allowed', `This address answers ${allow}`)
    this.allow = allow
  }
}

/** The failure of who asks for an item that is not there, or may not be seen: both sound alike. */
export const noSuchGif = (): AppError => new AppError('not-found', 'There is no such GIF')

/** The tag in front of a failed provider call's message (§8, first row). */
export const LIBRARY_TAG = 'loopframe'

/** §8 The message of a failed provider response without a message. */
export const ERROR_FETCHING = `${LIBRARY_TAG}: Error fetching`

/** §5 The message of a request for child channels without a parent. */
export const NO_PARENT_ID = "We cannot fetch a channel's children without its parent's id."

/** The kinds of an upstream's statuses. Any other status is the upstream's failure. */
export const KIND_OF_STATUS: Record<number, ErrorKind> = {
  400: 'invalid-input',
  404: 'not-found',
  410: 'removed',
  414: 'query-too-long',
  429: 'rate-limited',
  451: 'removed',
}

/** Details of an upstream's failure; `retryAfter` is its `Retry-After` in seconds. */
type Failure = {
  status?: number | undefined
  statusText?: string | undefined
  retryAfter?: number | undefined
  kind?: ErrorKind
}

/** §8 An upstream that failed. Without a response `status` is absent. */
export class UpstreamError extends AppError {
  override readonly name: string = 'UpstreamError'
  readonly status: number | undefined
  readonly statusText: string | undefined
  /** Seconds, from the upstream's `Retry-After`. */
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

/** §8 A body that is not JSON. `path` has no query: that may contain the key. */
export class JsonParseError extends UpstreamError {
  override readonly name = 'JsonParseError'

  constructor(path: string, status: number, options?: ErrorOptions) {
    super(`An error occurred parsing json for ${path}`, { status, kind: 'upstream' }, options)
  }
}

/** The message in an error response, in any of our upstreams' shapes; '' if it is missing. */
export function serverMessage(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const { meta, message, error, detail } = body as Record<string, unknown>
  const within = (part: unknown, name: string) =>
    typeof part === 'object' && part !== null ? own(part as Record<string, unknown>, name) : part
  const said = [within(meta, 'msg'), message, within(error, 'message'), detail]
  return said.find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}

const STATUS = {
  'invalid-input': 400,
  unauthorized: 401,
  forbidden: 403,
  suspended: 403,
  'password-needed': 403,
  'second-factor-needed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  incomplete: 408,
  removed: 410,
  'too-large': 413,
  'query-too-long': 414,
  'rate-limited': 429,
  'not-implemented': 501,
  upstream: 502,
  synthetic: 502,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>

const MESSAGE_MAX = 200

/** An error as a response reports it: its kind, the kind's status, and its message, of at most 200 characters. */
export const failureOf = ({ kind, message }: AppError) => ({
  kind,
  status: STATUS[kind],
  message: message.slice(0, MESSAGE_MAX),
})
