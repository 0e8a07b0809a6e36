import { UpstreamError } from '../../../shared/errors.ts'

/** What is said of a write that has failed, by its status; undefined for the usual words. */
export const byStatus =
  (said: Readonly<Record<number, string>>) =>
  (error: unknown): string | undefined =>
    error instanceof UpstreamError ? said[error.status ?? 0] : undefined
