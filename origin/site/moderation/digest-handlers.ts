import * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { DIGEST_TIMES, QUEUE_OVER } from '../../../shared/schema/own/digests.ts'
import { isoTime } from '../../../shared/time.ts'
import { findRow } from '../../sql.ts'
import { personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const ONE = 'SELECT every, queue_over, quiet_from, quiet_to, zone FROM digests WHERE user_id = ?1'
const ADDRESS = 'SELECT email FROM users WHERE id = ?1'
const Row = v.object({
  every: v.picklist(DIGEST_TIMES),
  queue_over: v.number(),
  quiet_from: v.nullable(v.number()),
  quiet_to: v.nullable(v.number()),
  zone: v.string(),
})

const NONE = {
  every: 'off',
  queue_over: QUEUE_OVER.default,
  quiet_from: null,
  quiet_to: null,
  zone: '',
} as const

// What is changed counts from the last one that was looked for.
const SET = `
  INSERT INTO digests (user_id, every, queue_over, since, quiet_from, quiet_to, zone) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (user_id) DO UPDATE
     SET every = excluded.every, queue_over = excluded.queue_over, quiet_from = excluded.quiet_from,
         quiet_to = excluded.quiet_to, zone = excluded.zone`

/** What a moderator has mailed to themselves (`origin/mail/digests.ts`). */
export const digestHandlers = {
  async digest({ d1, actor }) {
    const row = await findRow(Row, d1.prepare(ONE).bind(personOf(actor).id))
    return { body: row ?? NONE }
  },

  /** What is left out is as it is for who has chosen nothing. Both quiet hours are given, or none. */
  async putDigest({ d1, actor, nowMs }, { every, queue_over = QUEUE_OVER.default, zone = '', ...hours }) {
    const { id } = personOf(actor)
    const { quiet_from: from = null, quiet_to: to = null } = hours
    const [quiet_from, quiet_to] = from === null || to === null ? [null, null] : [from, to]
    if (every !== 'off' && (await d1.prepare(ADDRESS).bind(id).first('email')) === null)
      throw new AppError('conflict', 'This account has no email address: add one first')
    if (every === 'off') await d1.prepare('DELETE FROM digests WHERE user_id = ?1').bind(id).run()
    else await d1.prepare(SET).bind(id, every, queue_over, isoTime(nowMs), quiet_from, quiet_to, zone).run()
    return { body: { every, queue_over, quiet_from, quiet_to, zone } }
  },
} satisfies SiteHandlers
