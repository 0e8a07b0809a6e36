import { ApiError } from '../../shared/client/response.ts'
import { AppError, JsonParseError, serverMessage, UpstreamError } from '../../shared/errors.ts'

/** What ends a whole run, because every other file would fail in the same way. */
export class RunError extends AppError {
  override readonly name = 'RunError'

  constructor(message: string) {
    super('upstream', message)
  }
}

type Explain = (base: string) => string

const notOurs: Explain = (base) => `${base} does not answer like a Loopframe`

/** Statuses that are about the token or the server, not about a file. */
const ABOUT_ALL: Record<number, Explain | undefined> = {
  401: (base) => `${base} does not know this token, or it has expired: make another at ${base}/account`,
  405: notOurs,
  501: (base) => `${base} takes no files: a provider is configured there, so it has no library of its own`,
}

/**
 * What a failure says about all files, if anything.
 * @param isGeneral whether the request's address names no item, so that a 404 is about the server
 */
export function endOf(error: unknown, base: string, isGeneral: boolean): RunError | undefined {
  if (!(error instanceof UpstreamError)) return undefined
  const { status } = error
  const explain = ABOUT_ALL[status ?? 0]
  if (explain) return new RunError(explain(base))
  if (status === 404 && isGeneral) {
    return new RunError(`${base} is no Loopframe with a library of its own, or an older one (404)`)
  }
  if (status === 403 && !(error instanceof ApiError)) {
    return new RunError(
      `${base} refuses this machine (403), and not in Loopframe's words: is there a firewall?`,
    )
  }
  const isStrange = error instanceof JsonParseError || status === 200
  return isStrange ? new RunError(notOurs(base)) : undefined
}

/** What failed, in the server's words or the system's. They are strangers' texts: print them escaped. */
export function reasonOf(error: Error): string {
  if (error instanceof ApiError) return serverMessage(error.details) || error.message
  if (!(error instanceof UpstreamError) || error.status !== undefined) return error.message
  // Node says `fetch failed`, and why two causes further down.
  const code = (error.cause as { cause?: { code?: unknown } } | undefined)?.cause?.code
  return typeof code === 'string' ? `no connection (${code})` : 'no connection'
}
