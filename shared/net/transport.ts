import { AppError, LIBRARY_TAG, UpstreamError } from '../errors.ts'

/** Answers a request: `fetch` for an upstream with a URL, else the embedded origin in process. Callers cannot tell. */
export type Transport = (request: Request) => Promise<Response>

/** §8 A network failure, with its cause's message but for the queries of URLs in it: they can contain a key (measured). */
export function networkFailure(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const said = cause instanceof Error ? cause.message.replace(/https?:\/\/\S+/g, '…') : ''
  return new UpstreamError(`${LIBRARY_TAG}: ${said || 'network failure'}`, {}, { cause })
}
