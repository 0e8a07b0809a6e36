import { PINGBACK_ID_LENGTH } from '../../../shared/limits.ts'

const KEY = 'pingback-id'
const VALID = /^[A-Za-z0-9]{16}$/

/** The visit's id: 16 characters in session storage, or only in the result where storage is refused (§9). */
export function pingbackId(): string {
  try {
    // In a frame of another site the very name throws (`docs/measurements.md`, M8).
    const kept = sessionStorage.getItem(KEY)
    if (kept && VALID.test(kept)) return kept
    const fresh = freshId()
    sessionStorage.setItem(KEY, fresh)
    return fresh
  } catch {
    return freshId()
  }
}

const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(PINGBACK_ID_LENGTH)), (byte) =>
    (byte % 36).toString(36),
  ).join('')
