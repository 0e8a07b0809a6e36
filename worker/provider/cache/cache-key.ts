import type { PreparedCall } from '../../../shared/calls/call.ts'

/** Raised when what we keep of an answer changes its meaning: old entries are then never found. */
const SCHEMA = 1

/**
 * Names a read by what decides its answer: the upstream and the validated fields, sorted. Key, pingback id and tracking
 * are not fields of a call and so never get here; unknown parameters were dropped by the call's schema.
 */
export function cacheKey(baseId: string, { path, fields }: PreparedCall): string {
  const sorted = fields
    .map(([name, value]) => `${name}=${encodeURIComponent(value.normalize('NFC').trim())}`)
    .sort()
  return `${baseId}|${path}|${sorted.join('&')}`
}

/** The key's name in the outer layers: 71 characters whatever was asked (KV allows 512 bytes). */
export async function storedName(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `api:${SCHEMA}:${hex}`
}
