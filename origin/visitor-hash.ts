import type { D1Database } from '@cloudflare/workers-types'
import { DAY_MS } from '../shared/time.ts'
import { createStoredKey } from './stored-key.ts'

/** A network's name for a day. @throws what the database throws */
export type HashVisitor = (network: string) => Promise<string>

/**
 * Hashes networks (`worker/http/rate-limit.ts`) with a key that lives for a day and is then dropped, so that nobody can tell
 * later who somebody was.
 */
export function createVisitorHash(db: D1Database, now: () => number = Date.now): HashVisitor {
  const sign = createStoredKey(db)
  return (network) => {
    const name = `visitors ${Math.floor(now() / DAY_MS)}`
    return sign(network, name, { like: 'visitors %', first: name })
  }
}
