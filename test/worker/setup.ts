import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, vi } from 'vitest'
import { setPasswordCost } from '../../origin/people/secrets.ts'

// The React that the product runs with: the one for development takes five times as long for a page.
process.env.NODE_ENV = 'production'

// Files share a workerd, as a start costs seconds of CPU. Each begins with what it would find in a new one.
vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()

// Hundreds of people sign in. What a password costs has a test of its own.
setPasswordCost({ N: 1024, r: 8, p: 5 })

/** In the cache from the beginning of a file to its end. */
const MARK = 'https://mark.test/'

/**
 * All that the Worker imports on demand. Where a request is the first to want a part, a busy machine takes longer to load it than a
 * call may.
 */
const PARTS = import.meta.glob([
  '../../{origin,worker}/**/*.{ts,tsx}',
  '!**/*.test.*',
  '!**/machine/**',
  '!**/*.d.ts',
])

beforeAll(async () => {
  await Promise.all(Object.values(PARTS).map((load) => load()))
  // What the file before left in the background can keep a store open, and a reset leaves that as it is.
  await vi.waitFor(async () => {
    await reset()
    expect(await caches.default.match(MARK)).toBeUndefined()
    expect(await env.DB.prepare('SELECT count(*) AS tables FROM sqlite_master').first('tables')).toBe(0)
    expect((await env.MEDIA.list({ limit: 1 })).objects).toEqual([])
  }, 10_000)
  await caches.default.put(MARK, new Response('', { headers: { 'Cache-Control': 'max-age=3600' } }))
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
}, 60_000)
