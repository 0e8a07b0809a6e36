import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { isoTime } from '../../shared/time.ts'
import { findRow } from '../sql.ts'
import { hashOf, newSecret } from './secrets.ts'

/** How long what a browser has begun lasts, in s. */
const LASTS_S = 600

const PURPOSES = ['second', 'alone', 'add'] as const
const ChallengeRow = v.object({
  hash: v.string(),
  purpose: v.picklist(PURPOSES),
  user_id: v.nullable(v.string()),
  access_version: v.number(),
  link: v.nullable(v.string()),
  challenge: v.string(),
})
export type Begun = v.InferOutput<typeof ChallengeRow>

type Beginning = {
  purpose: Begun['purpose']
  user?: { id: string; access_version: number }
  /** The hash of the link that it was begun with. */
  link?: string | undefined
  challenge?: string
}

// T54: what was begun under an access that has ended since is for nothing.
const FIND = `
  SELECT c.* FROM challenges AS c LEFT JOIN users AS u ON u.id = c.user_id
   WHERE c.hash = ?1 AND c.expires_at > ?2 AND (u.id IS NULL OR u.access_version = c.access_version)`

/** What a browser has begun. @param secret of its cookie, or of its session */
export async function begunBy(d1: D1Database, secret: string, nowMs: number): Promise<Begun | undefined> {
  return findRow(ChallengeRow, d1.prepare(FIND).bind(await hashOf(secret), isoTime(nowMs)))
}

/** Notes what a browser begins, in place of what it began before. @returns the secret of its cookie */
export async function begin(
  d1: D1Database,
  { purpose, user, link, challenge = '' }: Beginning,
  nowMs: number,
  secret = newSecret(),
): Promise<string> {
  const add = `
    INSERT OR REPLACE INTO challenges (hash, purpose, user_id, access_version, link, challenge, expires_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`
  const until = isoTime(nowMs + LASTS_S * 1000)
  const values = [purpose, user?.id ?? null, user?.access_version ?? 0, link ?? null, challenge, until]
  await d1.batch([
    d1.prepare('DELETE FROM challenges WHERE expires_at <= ?1').bind(isoTime(nowMs)),
    d1.prepare(add).bind(await hashOf(secret), ...values),
  ])
  return secret
}

/** Notes the challenge of what was begun. */
export const challenge = (d1: D1Database, { hash }: Begun, text: string) =>
  d1.prepare('UPDATE challenges SET challenge = ?2 WHERE hash = ?1').bind(hash, text).run()

/** Uses up a challenge. @returns whether it was there, and no other request has used it (T73) */
export async function spendChallenge(d1: D1Database, { hash, challenge }: Begun): Promise<boolean> {
  const use = "UPDATE challenges SET challenge = '' WHERE hash = ?1 AND challenge = ?2 AND challenge <> ''"
  return ((await d1.prepare(use).bind(hash, challenge).run()).meta.changes ?? 0) > 0
}

/** The cookie that binds it to its browser, by the site's name. */
export const begunCookie = (secret: string): string => `second=${secret}; Max-Age=${LASTS_S}`
export const NOTHING_BEGUN = 'second=; Max-Age=0'

/** The statement that ends what was begun. */
export const endBegun = (d1: D1Database, { hash }: Pick<Begun, 'hash'>) =>
  d1.prepare('DELETE FROM challenges WHERE hash = ?1').bind(hash)
