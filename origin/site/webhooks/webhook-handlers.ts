import * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { OwnDelivery, OwnWebhook, WEBHOOKS_MAX } from '../../../shared/schema/own/webhooks.ts'
import { isoTime } from '../../../shared/time.ts'
import { newId, newSecret } from '../../people/secrets.ts'
import { BitColumn, findPart, findRow, findRows, foundRows, insertRow, json } from '../../sql.ts'
import { auditIfChanged, personOf } from '../actor.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'

const { entries } = OwnWebhook
const HookRow = v.object({ ...entries, events: json(entries.events), is_active: BitColumn })
const COLUMNS = 'id, url, events, is_active, off_because, created_at'
const LIST = `SELECT ${COLUMNS} FROM webhooks ORDER BY created_at DESC, id`
const ONE = `SELECT ${COLUMNS} FROM webhooks WHERE id = ?1`
const ROOM = `(SELECT count(*) FROM webhooks) < ${WEBHOOKS_MAX}`

// ?1 id; null changes nothing. What is switched on begins without failures, and what waited meanwhile is due.
const UPDATE = `
  UPDATE webhooks
     SET url = coalesce(?2, url), events = coalesce(?3, events), is_active = coalesce(?4, is_active),
         off_because = iif(?4 IS NULL, off_because, ''), failures = iif(?4 = 1 OR ?2 IS NOT NULL, 0, failures)
   WHERE id = ?1`

const DELIVERY =
  'id, coalesce(named_event, event) AS event, created_at, tries, tried_at, due_at, status, failure'
const TEST = `
  INSERT INTO webhook_deliveries (webhook_id, event, data, created_at, due_at)
  SELECT id, 'test', '{}', ?2, ?2 FROM webhooks WHERE id = ?1 AND is_active = 1
  RETURNING ${DELIVERY}`

async function hookOf({ d1 }: Pick<SiteRequest, 'd1'>, id: string): Promise<OwnWebhook> {
  const hook = await findRow(HookRow, d1.prepare(ONE).bind(id))
  if (hook) return hook
  throw new AppError('not-found', 'There is no such webhook')
}

/** Where staff have events sent (`origin/webhooks/`, T65). */
export const webhookHandlers = {
  async webhooks({ d1 }) {
    const results = await findRows(HookRow, d1.prepare(LIST))
    return { body: { results, count: results.length } }
  },

  /** The only answer that has the secret. */
  async createWebhook({ d1, actor, nowMs }, { url, events }) {
    const person = personOf(actor)
    const [id, secret] = [newId(), newSecret()]
    const row = { id, url, events, secret, created_by: person.id, created_at: isoTime(nowMs) }
    const act = { action: 'webhook.create', target: `webhook/${id}`, reason: url, nowMs }
    const [made] = await d1.batch([
      insertRow(d1, 'webhooks', row, { sql: ROOM }),
      auditIfChanged(d1, person, act),
    ])
    if (!made?.meta.changes) {
      throw new AppError('conflict', `There are ${WEBHOOKS_MAX} webhooks already: delete one first`)
    }
    const { created_by: _, ...shown } = row
    return { status: 201, body: { ...shown, is_active: true, off_because: '' } }
  },

  /** Changes what is given. */
  async updateWebhook({ d1, actor, nowMs }, { id, url, events, is_active }) {
    const before = await hookOf({ d1 }, id)
    const state = is_active === undefined ? '' : ` ${is_active ? 'on' : 'off'}`
    const act = {
      action: 'webhook.update',
      target: `webhook/${id}`,
      reason: `${url ?? ''}${state}`.trim(),
      nowMs,
    }
    const values = [url ?? null, events ? JSON.stringify(events) : null, is_active ?? null]
    await d1.batch([
      d1.prepare(UPDATE).bind(id, ...values.map((each) => (typeof each === 'boolean' ? Number(each) : each))),
      auditIfChanged(d1, personOf(actor), act),
    ])
    const { is_active: was, off_because } = before
    const hook = {
      ...before,
      url: url ?? before.url,
      events: events ?? before.events,
      is_active: is_active ?? was,
    }
    return { body: { ...hook, off_because: is_active === undefined ? off_because : '' } }
  },

  /** Its deliveries go with it. */
  async deleteWebhook({ d1, actor, nowMs }, { id }) {
    const { url } = await hookOf({ d1 }, id)
    const act = { action: 'webhook.delete', target: `webhook/${id}`, reason: url, nowMs }
    await d1.batch([
      d1.prepare('DELETE FROM webhooks WHERE id = ?1').bind(id),
      auditIfChanged(d1, personOf(actor), act),
    ])
    return {}
  },

  async webhookDeliveries({ d1 }, { id, ...page }) {
    await hookOf({ d1 }, id)
    const list = { columns: DELIVERY, from: 'webhook_deliveries WHERE webhook_id = ?1', by: 'id DESC' }
    return { body: await findPart(OwnDelivery, d1, list, page, id) }
  },

  /** It is tried once, at once. */
  async testWebhook({ d1, actor, nowMs, enqueue }, { id }) {
    await hookOf({ d1 }, id)
    const act = { action: 'webhook.test', target: `webhook/${id}`, nowMs }
    const [written] = await d1.batch([
      d1.prepare(TEST).bind(id, isoTime(nowMs)),
      auditIfChanged(d1, personOf(actor), act),
    ])
    const [delivery] = foundRows(OwnDelivery, written)
    if (!delivery) throw new AppError('conflict', 'The webhook is off: switch it on first')
    enqueue({ kind: 'webhook', id: delivery.id })
    return { status: 201, body: delivery }
  },
} satisfies SiteHandlers
