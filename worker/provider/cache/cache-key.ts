import type { PreparedCall } from '../../../shared/calls/call.ts'
import { sha256Hex } from '../../../shared/net/bytes.ts'

/** Raised when what we store of a response changes its meaning: old entries are then never found. */
const SCHEMA = 1

/**
 * Names a read by what decides its response: the upstream and the validated fields, sorted. Key, pingback id and tracking
 * are not fields of a call and so never get here; unknown parameters were dropped by the call's schema.
 */
export function cacheKey(baseId: string, { path, fields }: PreparedCall): string {
  const sorted = fields
    .map(([name, value]) => `${name}=${encodeURIComponent(value.normalize('NFC').trim())}`)
    .sort()
  return `${baseId}|${path}|${sorted.join('&')}`
}

/** The key's name in the outer layers: 71 characters for any key (KV allows 512 bytes). */
export const storedName = async (key: string): Promise<string> => `api:${SCHEMA}:${await sha256Hex(key)}`
