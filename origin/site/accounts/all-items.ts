import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { PersonItemsSchema } from '../../../shared/schema/own/people.ts'
import { userById } from '../../people/users.ts'
import { findRow, json } from '../../sql.ts'
import { beginItems, endItems, startItems } from '../../uploads/person-items.ts'
import { auditOnce, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

// ?1 the person.
const ITEMS = `
  SELECT count(*) AS total, coalesce(sum(is_hidden), 0) AS hidden, coalesce(sum(is_removed), 0) AS removed,
         (SELECT count(*) FROM audit
           WHERE target = 'user/' || ?1 AND action = 'user.state' AND reason NOT LIKE 'active%') AS states,
         (SELECT json_group_array(json_object('act', act, 'items', items, 'created_at', created_at, 'done_at', done_at))
            FROM item_works WHERE user_id = ?1 AND act <> 'state') AS acts
    FROM gifs WHERE user_id = ?1`
const { entries } = PersonItemsSchema
const Row = v.object({ ...entries, acts: json(entries.acts) })

async function itemsOf(d1: D1Database, id: string) {
  const row = await findRow(Row, d1.prepare(ITEMS).bind(id))
  if (!row) throw new AppError('not-found', 'There is no such user')
  return row
}

/** All items of a person at once, for staff. */
export const allItemsHandlers = {
  async personItems({ d1 }, { id }) {
    await userById(d1, id)
    return { body: await itemsOf(d1, id) }
  },

  /** What is hidden so is shown again by `show`; what is deleted is gone. The first step is done when it returns. */
  async actOnItems(deps, { id, act, username, reason }) {
    const { d1, actor, nowMs } = deps
    const person = personOf(actor)
    const user = await userById(d1, id)
    if (user.username !== username) throw fieldError('username', 'username must be the name of this person')
    if (person.id === id)
      throw new AppError('conflict', 'Someone else of the staff decides about all of yours')
    await d1.batch([
      auditOnce(d1, person, { action: `user.${act}-items`, target: `user/${id}`, reason, nowMs }),
      beginItems(d1, id, act, nowMs),
      ...(act === 'delete' ? [] : [endItems(d1, id, act === 'hide' ? 'show' : 'hide')]),
    ])
    await startItems(deps, id)
    return { body: await itemsOf(d1, id), status: 202 }
  },
} satisfies SiteHandlers
