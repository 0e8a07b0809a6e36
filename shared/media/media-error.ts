export const MEDIA_ERRORS = [
  'empty',
  'unreadable',
  'too-large',
  'unknown-type',
  'truncated',
  'broken',
  'unsupported',
  'too-slow',
  'crashed',
] as const

export type MediaErrorReason = (typeof MEDIA_ERRORS)[number]

/** A file that is refused on purpose. `reason` is for code, `message` is for people. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly reason: MediaErrorReason

  constructor(reason: MediaErrorReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
