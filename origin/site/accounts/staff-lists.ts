import * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { AuditRowSchema, KeySchema } from '../../../shared/schema/own/staff.ts'
import { DAY_MS } from '../../../shared/time.ts'
import { hashOf, newId, newSecret } from '../../people/secrets.ts'
import { findPart, findRows, insertRow, json } from '../../sql.ts'
import { auditRow, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

/** How long a key's usage is listed, in ms. */
const USAGE_MS = 30 * DAY_MS

// ?1 is the first day of its usage.
const KEYS = `
  SELECT id, name, rate, rating, blocked, created_at,
         (SELECT json_group_array(json_object('day', day, 'requests', requests, 'refused', refused))
            FROM (SELECT * FROM key_usage WHERE key_id = keys.id AND day > ?1 ORDER BY day DESC)) AS usage
    FROM keys ORDER BY created_at DESC`
const { entries } = KeySchema
const KeyRow = v.object({
  ...entries,
  blocked: v.fallback(json(entries.blocked), []),
  usage: json(entries.usage),
})

const ACTS = 'id, actor, action, target, reason, created_at'

/** Partners' keys, and who did what: for staff, the newest first. */
export const staffListHandlers = {
  async keys({ d1, nowMs }) {
    const since = new Date(nowMs - USAGE_MS).toISOString().slice(0, 10)
    const results = await findRows(KeyRow, d1.prepare(KEYS).bind(since))
    return { body: { results, count: results.length } }
  },

  async createKey({ d1, actor, nowMs }, { name, rate = 0, rating = 'r', blocked = [] }) {
    const token = newSecret()
    const id = newId()
    const created_at = new Date(nowMs).toISOString()
    await d1.batch([
      insertRow(d1, 'keys', { hash: await hashOf(token), id, name, rate, rating, blocked, created_at }),
      auditRow(d1, personOf(actor), { action: 'key.create', target: `key/${id}`, reason: name, nowMs }),
    ])
    return { body: { id, name, token }, status: 201 }
  },

  async deleteKey({ d1, actor, nowMs }, { id }) {
    const name = await d1.prepare('SELECT name FROM keys WHERE id = ?1').bind(id).first<string>('name')
    if (name === null) throw new AppError('not-found', 'There is no such key')
    const act = { action: 'key.delete', target: `key/${id}`, reason: name, nowMs }
    await d1.batch([
      d1.prepare('DELETE FROM keys WHERE id = ?1').bind(id),
      auditRow(d1, personOf(actor), act),
    ])
    return {}
  },

  async audit({ d1 }, { target, ...page }) {
    const [from, values] = target === undefined ? ['audit', []] : ['audit WHERE target = ?1', [target]]
    return {
      body: await findPart(
        AuditRowSchema,
        d1,
        { columns: ACTS, from, by: `id ${page.order}` },
        page,
        ...values,
      ),
    }
  },
} satisfies SiteHandlers
