import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { isoTime } from '../../shared/time.ts'
import { findRow } from '../sql.ts'
import { unseal } from './sealed.ts'
import { hashOf } from './secrets.ts'
import { stepOf, toBase32 } from './totp.ts'

/** How many factors a person has at most, and how many recovery codes they get. */
export const FACTORS_MAX = 10
const RECOVERY_CODES = 10

const APP = "SELECT id, secret, counter FROM factors WHERE user_id = ?1 AND kind = 'totp'"
const AppRow = v.object({ id: v.string(), secret: v.string(), counter: v.number() })
// One of several at once alone finds the counter as it was.
const USE = 'UPDATE factors SET counter = ?3, last_used_at = ?4 WHERE id = ?1 AND counter = ?2'
const USE_RECOVERY = 'DELETE FROM recovery_codes WHERE hash = ?1 AND user_id = ?2'

const isChanged = async (statement: D1PreparedStatement) => ((await statement.run()).meta.changes ?? 0) > 0

/** Notes that a factor was used. @returns whether no other request has done it first */
export const spendFactor = (
  d1: D1Database,
  { id, counter }: { id: string; counter: number },
  next: number,
  nowMs: number,
): Promise<boolean> => isChanged(d1.prepare(USE).bind(id, counter, next, isoTime(nowMs)))

/** T72: whether a text is a code of the person's app, or a recovery code. Each counts once. */
export async function isCode(d1: D1Database, user: string, text: string, nowMs: number): Promise<boolean> {
  const code = plainCode(text)
  if (!/^\d{6}$/.test(code)) return isChanged(d1.prepare(USE_RECOVERY).bind(await hashOf(code), user))
  const app = await findRow(AppRow, d1.prepare(APP).bind(user))
  const secret = app && (await unseal(d1, app.secret, user))
  const step = secret && (await stepOf(secret, code, nowMs, app.counter))
  return app !== undefined && Boolean(step) && spendFactor(d1, app, Number(step), nowMs)
}

/** A code as people type it: with spaces, dashes, in any case. */
const plainCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/** New recovery codes of 80 bits, as they are shown, and the statements that they replace the old ones with. */
export async function newRecoveryCodes(d1: D1Database, user: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(crypto.getRandomValues(new Uint8Array(10))),
  )
  const hashes = await Promise.all(codes.map(hashOf))
  const add = `
    INSERT INTO recovery_codes (hash, user_id)
    SELECT value, ?1 FROM json_each(?2) WHERE EXISTS (SELECT 1 FROM factors WHERE user_id = ?1)`
  return {
    codes: codes.map((code) => code.toLowerCase().replace(/.{4}(?=.)/g, '$&-')),
    statements: [
      d1.prepare('DELETE FROM recovery_codes WHERE user_id = ?1').bind(user),
      d1.prepare(add).bind(user, JSON.stringify(hashes)),
    ] as const,
  }
}

/** The statement behind the end of a factor: codes of who has none left are for nothing. */
export const dropIdleCodes = (d1: D1Database, user: string): D1PreparedStatement =>
  d1
    .prepare(
      'DELETE FROM recovery_codes WHERE user_id = ?1 AND NOT EXISTS (SELECT 1 FROM factors WHERE user_id = ?1)',
    )
    .bind(user)
