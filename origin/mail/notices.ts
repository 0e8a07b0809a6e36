import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { own } from '../../shared/own.ts'
import { isoTime } from '../../shared/time.ts'
import type { UserRecord } from '../people/users.ts'
import { hasMailRoom } from './mail-room.ts'
import { mailTexts, type NoticeName } from './mail-texts.ts'
import { type Cause, languageOf } from './write-mail.ts'

// A state or a role, and when it was set.
const STATE = "standing || ' ' || updated_at = ?5"

// A change of the person's factors, and when it was noted.
const FACTOR =
  "EXISTS (SELECT 1 FROM audit WHERE target = 'user/' || users.id AND action || ' ' || created_at = ?5)"

/** When a person is told: ?5 is the hash of what was made, or what was set, and is there only where it was. */
const WHERE = {
  password: 'password = ?5',
  token: 'EXISTS (SELECT 1 FROM tokens WHERE hash = ?5 AND user_id = users.id)',
  signin: 'EXISTS (SELECT 1 FROM sessions WHERE hash = ?5 AND user_id = users.id)',
  active: STATE,
  limited: STATE,
  suspended: STATE,
  role: "role || ' ' || updated_at = ?5",
  factor: FACTOR,
  factorless: FACTOR,
} as const satisfies Partial<Record<NoticeName, string>>

type Told = {
  user: Pick<UserRecord, 'id' | 'username' | 'language'>
  hash: string
  /** What the mail quotes. */
  reason?: string
}

/**
 * The statement that tells a person of something, at their address, in their language. It is behind the one
 * that writes what `hash` says, in its batch. It returns the mail's id; an account without an address, or whose address has no room today, gets none.
 */
export function tellPerson(
  d1: D1Database,
  name: keyof typeof WHERE,
  { user, hash, reason = '' }: Told,
  cause: Cause,
): D1PreparedStatement {
  const { subject, text } = writeNotice(name, user, cause, oneLine(reason))
  const write = `
    INSERT INTO outbox (recipient, subject, text, created_at)
    SELECT email, ?2, ?3, ?4 FROM users
     WHERE id = ?1 AND email IS NOT NULL AND ${WHERE[name]} AND ${hasMailRoom('users.email', '?4', 'account')}
    RETURNING id`
  return d1.prepare(write).bind(user.id, subject, text, isoTime(cause.nowMs), hash)
}

/** A reason as a mail quotes it: its links are no links of the mail (`send-mail.ts`). */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** Where the link of a notice leads: to a new password, but for what is no one's access. It has no secret. */
const PAGES: Partial<Record<NoticeName, string>> = {
  webhook: '/admin/webhooks',
  role: '/login',
}

/** Writes a mail that tells a person of something. */
export function writeNotice(
  name: NoticeName,
  { username, language }: Pick<UserRecord, 'username' | 'language'>,
  { brand, mailUrl, headers }: Cause,
  reason = '',
): { subject: string; text: string } {
  const values: Record<string, string> = {
    brand,
    username,
    reason,
    link: `${mailUrl}${PAGES[name] ?? '/password'}`,
  }
  // In one pass: a value that looks like a place is text.
  const insert = (text: string) =>
    text.replace(/\{(\w+)\}/g, (place, key: string) => own(values, key) ?? place)
  const texts = mailTexts[language || languageOf(headers)][name]
  return { subject: insert(texts.subject), text: insert(texts.text) }
}
