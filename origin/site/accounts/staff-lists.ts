import * as v from 'valibot'
import { momentMs } from '../../../shared/calls/moment.ts'
import { AppError } from '../../../shared/errors.ts'
import { AuditRowSchema, KeySchema, NEW_KEY_RATE } from '../../../shared/schema/own/staff.ts'
import { DAY_MS, isoTime, utcDay } from '../../../shared/time.ts'
import { hashOf, newId, newSecret } from '../../people/secrets.ts'
import { avatarAddress } from '../../people/users.ts'
import { equal, findPart, findRows, insertRow, json } from '../../sql.ts'
import { auditIfChanged, auditRow, personOf } from '../actor.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'

/** How long a key's usage is listed, in ms. */
const USAGE_MS = 30 * DAY_MS

// ?1 is the first day of its usage, ?2 the key; null for all.
const KEYS = `
  SELECT id, name, rate, rating, blocked, created_at,
         (SELECT json_group_array(json_object('day', day, 'requests', requests, 'refused', refused))
            FROM (SELECT * FROM key_usage WHERE key_id = keys.id AND day > ?1 ORDER BY day DESC)) AS usage
    FROM keys WHERE id = coalesce(?2, id) ORDER BY created_at DESC`
const { entries } = KeySchema
const KeyRow = v.object({
  ...entries,
  blocked: v.fallback(json(entries.blocked), []),
  usage: json(entries.usage),
})

/** What a change of a key may name. */
const KEY_FIELDS = ['name', 'rate', 'rating', 'blocked'] as const

const noSuchKey = () => new AppError('not-found', 'There is no such key')

/** The keys with their usage, or one of them. */
async function readKeys({ d1, nowMs }: Pick<SiteRequest, 'd1' | 'nowMs'>, id: string | null = null) {
  const since = utcDay(nowMs - USAGE_MS)
  return findRows(KeyRow, d1.prepare(KEYS).bind(since, id))
}

// The name is that of what the target is now, and so are the pictures.
const ACTS = `
  id, actor_id, actor, action, target, reason, created_at,
  (SELECT avatar_key FROM users WHERE users.id = actor_id) AS actor_key,
  CASE WHEN target LIKE 'user/%'
       THEN (SELECT avatar_key FROM users WHERE users.id = substr(target, 6)) END AS target_key,
  coalesce(CASE substr(target, 1, instr(target, '/'))
             WHEN 'gif/' THEN (SELECT title FROM gifs WHERE gifs.id = substr(target, 5))
             WHEN 'user/' THEN (SELECT username FROM users WHERE users.id = substr(target, 6))
             WHEN 'story/' THEN (SELECT title FROM stories WHERE stories.id = substr(target, 7))
           END, '') AS target_name`
const ActRow = v.object({
  ...AuditRowSchema.entries,
  actor_id: v.string(),
  actor_key: v.nullable(v.string()),
  target_name: v.string(),
  target_key: v.nullable(v.string()),
})

/** What each filter of the audit log asks for, with the index that has it (`0075_audit_filters.sql`). */
const AUDIT_TERMS = {
  target: 'target = ?',
  actor: 'actor = ? COLLATE NOCASE',
  action: 'action = ?',
  since: 'created_at >= ?',
  until: 'created_at < ?',
} as const

type AuditAsked = Partial<Record<keyof typeof AUDIT_TERMS, string | number | undefined>>

/** The entries that are asked for, as SQL with its values. */
function auditOf({ since, until, ...asked }: AuditAsked): { from: string; values: string[] } {
  const timeOf = (at: string | number | undefined) => (at === undefined ? undefined : isoTime(momentMs(at)))
  const all: AuditAsked = { ...asked, since: timeOf(since), until: timeOf(until) }
  const given = Object.entries(AUDIT_TERMS).flatMap(([name, term]) => {
    const value = all[name as keyof typeof AUDIT_TERMS]
    return value === undefined ? [] : [{ term, value: String(value) }]
  })
  const where = given.length > 0 ? ` WHERE ${given.map(({ term }) => term).join(' AND ')}` : ''
  return { from: `audit${where}`, values: given.map(({ value }) => value) }
}

// One look-up for each action, by the index `audit_by_action`.
const ACTIONS = `
  WITH RECURSIVE known (action) AS (
    SELECT min(action) FROM audit
     UNION ALL
    SELECT (SELECT min(action) FROM audit WHERE action > known.action) FROM known WHERE action IS NOT NULL)
  SELECT action FROM known WHERE action IS NOT NULL`

/** Partners' keys, and who did what: for staff, the newest first. */
export const staffListHandlers = {
  async keys(deps) {
    const results = await readKeys(deps)
    return { body: { results, count: results.length } }
  },

  async createKey({ d1, actor, nowMs }, { name, rate = NEW_KEY_RATE, rating = 'r', blocked = [] }) {
    const token = newSecret()
    const id = newId()
    const created_at = new Date(nowMs).toISOString()
    await d1.batch([
      insertRow(d1, 'keys', { hash: await hashOf(token), id, name, rate, rating, blocked, created_at }),
      auditRow(d1, personOf(actor), { action: 'key.create', target: `key/${id}`, reason: name, nowMs }),
    ])
    return { body: { id, name, token }, status: 201 }
  },

  /** Changes what is given: a key stays the same for who has it. */
  async updateKey(deps, { id, ...fields }) {
    const { d1, actor, nowMs } = deps
    const { terms, values } = equal(KEY_FIELDS, fields)
    const names = KEY_FIELDS.filter((name) => fields[name] !== undefined)
    const act = { action: 'key.update', target: `key/${id}`, reason: names.join(', '), nowMs }
    if (terms.length > 0) {
      const update = d1.prepare(`UPDATE keys SET ${terms.join(', ')} WHERE id = ?`)
      await d1.batch([update.bind(...values, id), auditIfChanged(d1, personOf(actor), act)])
    }
    const [key] = await readKeys(deps, id)
    if (!key) throw noSuchKey()
    return { body: key }
  },

  async deleteKey({ d1, actor, nowMs }, { id }) {
    const name = await d1.prepare('SELECT name FROM keys WHERE id = ?1').bind(id).first<string>('name')
    if (name === null) throw noSuchKey()
    const act = { action: 'key.delete', target: `key/${id}`, reason: name, nowMs }
    await d1.batch([
      d1.prepare('DELETE FROM keys WHERE id = ?1').bind(id),
      auditRow(d1, personOf(actor), act),
    ])
    return {}
  },

  async audit({ d1, publicUrl }, { order, limit, offset, ...asked }) {
    const { from, values } = auditOf(asked)
    const list = { columns: ACTS, from, by: `created_at ${order}, id ${order}` }
    const found = await findPart(ActRow, d1, list, { limit, offset }, ...values)
    const results = found.results.map(({ actor_id, actor_key, target_key, ...row }) => ({
      ...row,
      actor_avatar: avatarAddress(actor_id, actor_key, publicUrl),
      target_avatar: avatarAddress(row.target.slice('user/'.length), target_key, publicUrl),
    }))
    // Once for all pages of a list.
    const known = offset ? [] : (await d1.prepare(ACTIONS).all<{ action: string }>()).results
    return { body: { results, count: found.count, actions: known.map(({ action }) => action) } }
  },
} satisfies SiteHandlers
