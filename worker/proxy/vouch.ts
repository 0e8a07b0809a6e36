import { CACHE_MS } from '../../shared/limits.ts'
import { createLru } from '../memory/lru.ts'

const MAX_SESSIONS = 1000

/** Remembers for a minute which sessions the site called good. Kept by hash: a session is a secret. */
export function createVouch(now: () => number) {
  const until = createLru<number>({ entries: MAX_SESSIONS })

  return {
    async isGood(session: string): Promise<boolean> {
      const known = until.get(await hashOf(session))
      return known !== undefined && now() < known
    },
    async remember(session: string, good: boolean): Promise<void> {
      const key = await hashOf(session)
      if (good) until.set(key, now() + CACHE_MS.success)
      else until.delete(key)
    },
  }
}

export type Vouch = ReturnType<typeof createVouch>

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
