import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { PROFILE_FIELDS } from '../../shared/schema/own/people.ts'
import { isoTime } from '../../shared/time.ts'
import { insertRow } from '../sql.ts'

/** What a profile says of a person; what is left out is empty, or stays as it is. */
export type Profile = Partial<Record<(typeof PROFILE_FIELDS)[number], string | boolean | undefined>>

type NewAuthor = { id: string; username: string; profile: Profile }

/** The statement that makes someone whose items others publish: without an address or a password, no one signs in as them. */
export function addAuthor(
  d1: D1Database,
  { id, username, profile }: NewAuthor,
  nowMs: number,
): D1PreparedStatement {
  const at = isoTime(nowMs)
  const given = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined))
  const row = { id, username, display_name: username, ...given, created_at: at, updated_at: at }
  return insertRow(d1, 'users', row, {
    sql: 'NOT EXISTS (SELECT 1 FROM users WHERE id = ?1 OR username = ?2)',
  })
}

// ?1 user, ?2 the time, ?3 what staff have seen, from ?4 on the fields in their order; null changes nothing.
const UPDATE = `
  UPDATE users SET updated_at = ?2, ${PROFILE_FIELDS.map((name, n) => `${name} = coalesce(?${n + 4}, ${name})`).join(', ')}
   WHERE id = ?1 AND updated_at = coalesce(?3, updated_at)
     AND (${PROFILE_FIELDS.map((name, n) => `${name} IS NOT coalesce(?${n + 4}, ${name})`).join(' OR ')})`

/** The statement that changes a profile where it is as staff have seen it (`was`, its `updated_at`), and other than this. */
export function changeProfile(
  d1: D1Database,
  { id, profile, was }: { id: string; profile: Profile; was?: string | undefined },
  nowMs: number,
): D1PreparedStatement {
  const values = PROFILE_FIELDS.map((name) => {
    const value = profile[name]
    return typeof value === 'boolean' ? Number(value) : (value ?? null)
  })
  return d1.prepare(UPDATE).bind(id, isoTime(nowMs), was ?? null, ...values)
}
