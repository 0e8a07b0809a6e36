import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { WrittenMail } from './write-mail.ts'

// ?1 is the hash of the mail's link: only whom it was made for gets the mail.
const USERNAME = 'SELECT username FROM users WHERE id = (SELECT user_id FROM links WHERE hash = ?1)'

const WRITE = `
  INSERT INTO outbox (recipient, subject, text, created_at)
  VALUES (?2, ?3, replace(?4, '{username}', coalesce((${USERNAME}), '')), ?5) RETURNING id`

const DROP = `
  DELETE FROM outbox WHERE id = (SELECT max(id) FROM outbox) AND NOT EXISTS (SELECT 1 FROM links WHERE hash = ?1)`

type LinkFor = {
  /** SQL: a condition on `users`, whose only parameter is ?1. */
  who: string
  /** The value of ?1. */
  value: string
  email: string
  /** The address that the link confirms, where it is a new one. */
  newEmail?: string
}

/**
 * The statements that write a link and its mail, where there is a user for it. Where there is none the same statements take
 * the mail back, so that neither the response nor its time tells (T33).
 */
export function mailStatements(
  d1: D1Database,
  { hash, purpose, expiresAt, subject, text, at }: WrittenMail,
  { who, value, email, newEmail }: LinkFor,
): [D1PreparedStatement, D1PreparedStatement, D1PreparedStatement] {
  const link = `
    INSERT INTO links (hash, user_id, purpose, expires_at, email)
    SELECT ?2, id, ?3, ?4, ?5 FROM users WHERE ${who} LIMIT 1`
  return [
    d1.prepare(link).bind(value, hash, purpose, expiresAt, newEmail ?? null),
    d1.prepare(WRITE).bind(hash, email, subject, text, at),
    d1.prepare(DROP).bind(hash),
  ]
}

/**
 * Writes a link and its mail in one batch.
 * @returns the mail's id, to be enqueued also where there is none: a job without a row is done
 */
export async function mailToAddress(d1: D1Database, mail: WrittenMail, to: LinkFor): Promise<number> {
  const [, written] = await d1.batch<{ id: number }>(mailStatements(d1, mail, to))
  return written?.results[0]?.id ?? 0
}
