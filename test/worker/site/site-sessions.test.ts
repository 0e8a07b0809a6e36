import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { embeddedSite, somebodyNew } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The last use is noted once in ten minutes. */
const JUST_BEFORE = 15 * MINUTE

/** How long a session lasts at most, and without use. */
const LASTS = [
  { role: 'user', idle: 14 * DAY },
  { role: 'artist', idle: 14 * DAY },
  { role: 'moderator', idle: 12 * HOUR },
  { role: 'staff', idle: 12 * HOUR },
] as const
const MOST = 30 * DAY

const ROWS = LASTS.flatMap(({ role, idle }) => [
  { role, what: 'used a while ago', age: idle, used: idle - JUST_BEFORE, isOpen: true },
  { role, what: 'unused for too long', age: idle, used: idle + MINUTE, isOpen: false },
  { role, what: 'old and in use', age: MOST - HOUR, used: 0, isOpen: true },
  { role, what: 'too old, and in use', age: MOST + MINUTE, used: 0, isOpen: false },
])

describe('T31: when a session ends', () => {
  it.each(ROWS)('of $role, $what: open $isOpen', async ({ role, what, age, used, isOpen }) => {
    const username = `${role}-${what.replaceAll(/\W+/g, '-')}`
    const person = await somebodyNew(site, { username, role })
    const at = (ms: number) => new Date(Date.now() - ms).toISOString()
    await env.DB.prepare('UPDATE sessions SET created_at = ?2, last_used_at = ?3 WHERE user_id = ?1')
      .bind(`id-${username}`, at(age), at(used))
      .run()
    const response = await person.call('GET /api/v1/users/self/')
    await response.body?.cancel()
    expect(response.status).toBe(isOpen ? 200 : 401)
    if (!isOpen) return
    const listed = await person.call('GET /api/v3/sessions')
    expect(await listed.json()).toMatchObject({ count: 1 })
  })
})
