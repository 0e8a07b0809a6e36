import { UpstreamError } from '../../../shared/errors.ts'
import type { AdminTexts } from '../../../shared/texts/admin/en.ts'

type Common = AdminTexts['common']

const BY_STATUS: Readonly<Record<number, keyof Common>> = {
  401: 'signedOut',
  403: 'notAllowed',
  409: 'conflict',
}

/** What to tell somebody whose write has failed. A message of a call is for programs, and in English. */
export function failureText(error: unknown, texts: Common): string {
  if (!(error instanceof UpstreamError)) return texts.failedSave
  if (error.status === undefined || error.status === 0) return texts.offline
  return texts[BY_STATUS[error.status] ?? 'failedSave']
}
