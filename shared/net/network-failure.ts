import { AppError, LIBRARY_TAG, UpstreamError } from '../errors.ts'

/**
 * §8 A network failure has its cause's message. A runtime's message can contain URLs with their query, and so a key
 * (measured): queries are removed.
 */
export function networkFailure(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const said = cause instanceof Error ? cause.message.replace(/https?:\/\/\S+/g, '…') : ''
  return new UpstreamError(`${LIBRARY_TAG}: ${said || 'network failure'}`, {}, { cause })
}
