import { ApiError } from '../../../shared/client/response.ts'
import { UpstreamError } from '../../../shared/errors.ts'

/** Whether a write was refused as something else is there now. */
export const isConflict = (error: unknown): boolean => error instanceof UpstreamError && error.status === 409

/** Whether a call of our own site says that this field of the request is the reason. */
export function isAbout(error: unknown, field: string): boolean {
  if (!(error instanceof ApiError)) return false
  const body = error.details as { error?: { detail?: object } } | null
  return field in (body?.error?.detail ?? {})
}
