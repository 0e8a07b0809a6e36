import { AppError, LIBRARY_TAG, UpstreamError } from '../errors.ts'

/**
 * A function from a request to a response. An upstream with a URL gets `fetch`, one without gets the embedded origin in
 * process; callers cannot tell them apart.
 */
export type Transport = (request: Request) => Promise<Response>

/**
 * §8 A network failure has its cause's message. A runtime's message can contain URLs with their query, and so a key
 * (measured): queries are removed.
 */
export function networkFailure(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const said = cause instanceof Error ? cause.message.replace(/https?:\/\/\S+/g, '…') : ''
  return new UpstreamError(`${LIBRARY_TAG}: ${said || 'network failure'}`, {}, { cause })
}
