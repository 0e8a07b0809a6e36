import type { AppError, ErrorKind } from '../errors.ts'

const STATUS = {
  'invalid-input': 400,
  unauthorized: 401,
  forbidden: 403,
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
