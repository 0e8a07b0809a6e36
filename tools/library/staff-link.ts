import type { D1Database } from '@cloudflare/workers-types'
import { endAccessSql } from '../../origin/people/access.ts'
import { CAN_RETURN, HAS_COME, WITHOUT_END } from '../../origin/people/first-link.ts'
import { hashOf, newId, newSecret } from '../../origin/people/secrets.ts'
import { DAY_MS } from '../../shared/time.ts'

/** A text as SQL. */
export const quote = (value: string) => `'${value.replaceAll("'", "''")}'`

/** Who it is for: an e-mail address, a username, or whoever was the first of the staff. */
export type Who = { email: string } | { username: string } | 'first'

/** @throws Error for what is neither an address nor a username */
export function whoIs(text: string): Who {
  if (/^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/.test(text)) return { email: text }
  if (/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,49}$/.test(text)) return { username: text }
  throw new Error(`'${text}' is neither an e-mail address nor a username`)
}

const FIRST = `SELECT id FROM users WHERE role = 'staff' AND state = 'active' ORDER BY created_at, id LIMIT 1`

/** SQL that is true of one user: of `id`, where there is none yet. */
export function matchOf(who: Who, id: string): string {
  if (who === 'first') return `id = coalesce((${FIRST}), ${quote(id)})`
  return 'email' in who ? `email = ${quote(who.email)}` : `username = ${quote(who.username)} COLLATE NOCASE`
}

/** A username for a new user: what stands before the address's @, as far as a username may have it. */
function nameOf(who: Who): string {
  if (who === 'first') return 'staff'
  if ('username' in who) return who.username
  const [name = ''] = who.email.split('@')
  return name.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 40)
}

/**
 * The statements that make somebody staff, a new user if need be, and let them sign in once, within a day. There is no
 * password before they choose one; that of an account that nobody confirmed is dropped: anybody may have made it.
 * @param lasts whether the link works until a person of staff has signed in, by this link or otherwise
 * @returns the statements, to run in this order, and the path of the link
 */
export async function staffLink(
  who: Who,
  { nowMs = Date.now(), lasts = false }: { nowMs?: number; lasts?: boolean } = {},
): Promise<{ statements: string[]; path: string }> {
  const [id, token] = [newId(), newSecret()]
  const at = quote(new Date(nowMs).toISOString())
  const ends = quote(lasts ? WITHOUT_END : new Date(nowMs + DAY_MS).toISOString())
  const [match, name] = [matchOf(who, id), quote(nameOf(who))]
  const email = typeof who === 'object' && 'email' in who ? quote(who.email) : 'NULL'
  const free = `iif(EXISTS (SELECT 1 FROM users WHERE username = ${name}), ${name} || '-' || ${quote(id.slice(0, 6))}, ${name})`
  const found = `FROM users WHERE ${match}`
  const statements = [
    `INSERT INTO users (id, username, display_name, email, created_at, updated_at)
     SELECT ${quote(id)}, ${free}, ${name}, ${email}, ${at}, ${at} WHERE NOT EXISTS (SELECT 1 ${found})`,
    `INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
     SELECT '', 'command line', 'user.role', 'user/' || id, role || ' to staff', ${at} ${found} AND role <> 'staff'`,
    ...endAccessSql(`(SELECT id ${found} AND role <> 'staff')`, 'role'),
    `UPDATE users SET role = 'staff', state = 'active', standing = 'active', password = iif(state = 'active', password, NULL), updated_at = ${at}
      WHERE ${match}`,
    `DELETE FROM links WHERE purpose = 'sign-in' AND user_id IN (SELECT id ${found})`,
    `INSERT INTO links (hash, user_id, purpose, expires_at, access_version)
     SELECT ${quote(await hashOf(token))}, id, 'sign-in', ${ends}, access_version ${found}`,
  ]
  return { statements, path: `/login?token=${token}` }
}

/** Makes a link for a user of this database. */
export async function addStaffLink(db: D1Database, who: Who): Promise<string> {
  return add(db, await staffLink(who))
}

async function add(db: D1Database, { statements, path }: Awaited<ReturnType<typeof staffLink>>) {
  await db.batch(statements.map((sql) => db.prepare(sql)))
  return path
}

/**
 * A link for the first of the staff, which lasts while no person of staff has signed in, and a day where they have chosen no way
 * to come back; undefined where they have one.
 */
export async function addFirstLink(db: D1Database): Promise<string | undefined> {
  const sql = `SELECT ${HAS_COME} AS has_come, ${CAN_RETURN} AS can_return`
  const staff = await db.prepare(sql).first<{ has_come: number; can_return: number }>()
  return staff?.can_return ? undefined : add(db, await staffLink('first', { lasts: !staff?.has_come }))
}
