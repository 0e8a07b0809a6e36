import { count, desc, eq, gt } from 'drizzle-orm'
import { AppError } from '../../../shared/errors.ts'
import { DAY_MS } from '../../../shared/time.ts'
import { hashOf, newId, newSecret } from '../../people/secrets.ts'
import { inOrder, pageOf } from '../../queries/page.ts'
import { audit } from '../../schema/decisions.ts'
import { keys, keyUsage, outbox } from '../../schema/people.ts'
import { auditRow } from '../audit.ts'
import { personOf } from '../can.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const KEY = {
  id: keys.id,
  name: keys.name,
  rate: keys.rate,
  rating: keys.rating,
  blocked: keys.blocked,
  created_at: keys.created_at,
}

/** How long a key's usage is listed, in ms. */
const USAGE_MS = 30 * DAY_MS

const MAIL = {
  id: outbox.id,
  to: outbox.recipient,
  subject: outbox.subject,
  text: outbox.text,
  created_at: outbox.created_at,
  sent_at: outbox.sent_at,
}

const ACT = {
  id: audit.id,
  actor: audit.actor,
  action: audit.action,
  target: audit.target,
  reason: audit.reason,
  created_at: audit.created_at,
}

/** Partners' keys, the mails, and who did what: for staff, the newest first. */
export const staffListHandlers = {
  async keys({ db, nowMs }) {
    const since = new Date(nowMs - USAGE_MS).toISOString().slice(0, 10)
    const [rows, days] = await db.batch([
      db.select(KEY).from(keys).orderBy(desc(keys.created_at)),
      db.select().from(keyUsage).where(gt(keyUsage.day, since)).orderBy(desc(keyUsage.day)),
    ])
    const daysOf = Map.groupBy(days, ({ key_id }) => key_id)
    const results = rows.map((row) => ({
      ...row,
      usage: (daysOf.get(row.id) ?? []).map(({ key_id: _, ...day }) => day),
    }))
    return { body: { results, count: results.length } }
  },

  async createKey({ db, actor, nowMs }, { name, rate = 0, rating = 'r', blocked = [] }) {
    const token = newSecret()
    const id = newId()
    const created_at = new Date(nowMs).toISOString()
    await db.batch([
      db.insert(keys).values({ hash: await hashOf(token), id, name, rate, rating, blocked, created_at }),
      auditRow(db, personOf(actor), { action: 'key.create', target: `key/${id}`, reason: name, nowMs }),
    ])
    return { body: { id, name, token }, status: 201 }
  },

  async deleteKey({ db, actor, nowMs }, { id }) {
    const [key] = await db.select({ name: keys.name }).from(keys).where(eq(keys.id, id))
    if (!key) throw new AppError('not-found', 'There is no such key')
    const act = { action: 'key.delete', target: `key/${id}`, reason: key.name, nowMs }
    await db.batch([db.delete(keys).where(eq(keys.id, id)), auditRow(db, personOf(actor), act)])
    return {}
  },

  async outbox({ db }, page) {
    const { limit, offset } = pageOf(page)
    const [results, [total]] = await db.batch([
      db.select(MAIL).from(outbox).orderBy(inOrder(outbox.id, page.order)).limit(limit).offset(offset),
      db.select({ count: count() }).from(outbox),
    ])
    return { body: { results, count: total?.count ?? 0 } }
  },

  async audit({ db }, { target, ...page }) {
    const { limit, offset } = pageOf(page)
    const where = target === undefined ? undefined : eq(audit.target, target)
    const [results, [total]] = await db.batch([
      db
        .select(ACT)
        .from(audit)
        .where(where)
        .orderBy(inOrder(audit.id, page.order))
        .limit(limit)
        .offset(offset),
      db.select({ count: count() }).from(audit).where(where),
    ])
    return { body: { results, count: total?.count ?? 0 } }
  },
} satisfies SiteHandlers
