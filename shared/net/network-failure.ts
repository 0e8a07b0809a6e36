import { AppError, LIBRARY_TAG, UpstreamError } from '../errors.ts'

/**
 * §8 A network failure carries that failure's own message. A runtime's text can list URLs with their query, and so a key
 * (measured): they are taken out.
 */
export function networkFailure(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const said = cause instanceof Error ? cause.message.replace(/https?:\/\/\S+/g, '…') : ''
  return new UpstreamError(`${LIBRARY_TAG}: ${said || 'network failure'}`, {}, { cause })
}
