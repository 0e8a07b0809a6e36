import type { D1Database } from '@cloudflare/workers-types'
import { lt, sql } from 'drizzle-orm'
import { DAY_MS, isoTime } from '../../shared/time.ts'
import { databaseOf } from '../schema/database.ts'
import { dayCounts, dayTotals } from '../schema/library.ts'
import { keyUsage, links, outbox, sessions, shares, users } from '../schema/people.ts'

/** An account that is not confirmed in this time, in ms, is dropped, and its name is free again. */
export const UNCONFIRMED_MS = 7 * DAY_MS
/** Mails stay in the outbox for this time, in ms. */
const MAILS_MS = 30 * DAY_MS
/** Likewise what was done with items, and with keys, by day. */
const COUNTS_MS = 400 * DAY_MS

const dayOf = (ms: number) => isoTime(ms).slice(0, 10)

/** Drops every night what has expired: sessions, links, mails, shares, old counts, unconfirmed accounts. */
export async function dropExpired(d1: D1Database, nowMs: number): Promise<void> {
  const db = databaseOf(d1)
  await db.batch([
    db.delete(sessions).where(lt(sessions.expires_at, isoTime(nowMs))),
    db.delete(links).where(lt(links.expires_at, isoTime(nowMs))),
    db.delete(outbox).where(lt(outbox.created_at, isoTime(nowMs - MAILS_MS))),
    db.delete(shares).where(lt(shares.day, dayOf(nowMs))),
    db.delete(dayCounts).where(lt(dayCounts.day, dayOf(nowMs - COUNTS_MS))),
    db.delete(keyUsage).where(lt(keyUsage.day, dayOf(nowMs - COUNTS_MS))),
    db.delete(dayTotals).where(lt(dayTotals.day, dayOf(nowMs - COUNTS_MS))),
    db
      .delete(users)
      .where(
        sql`${users.state} = 'unconfirmed' AND ${users.created_at} < ${isoTime(nowMs - UNCONFIRMED_MS)}`,
      ),
  ])
}
