import * as v from 'valibot'
import { DIGEST_TIMES, QUEUE_OVER } from '../../../shared/schema/own/digests.ts'
import { isoTime } from '../../../shared/time.ts'
import { findRow } from '../../sql.ts'
import { personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const ONE = 'SELECT every, queue_over FROM digests WHERE user_id = ?1'
const Row = v.object({ every: v.picklist(DIGEST_TIMES), queue_over: v.number() })

// What is changed counts from the last one that was looked for.
const SET = `
  INSERT INTO digests (user_id, every, queue_over, since) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (user_id) DO UPDATE SET every = excluded.every, queue_over = excluded.queue_over`

/** What a moderator has mailed to themselves (`origin/mail/digests.ts`). */
export const digestHandlers = {
  async digest({ d1, actor }) {
    const row = await findRow(Row, d1.prepare(ONE).bind(personOf(actor).id))
    return { body: row ?? { every: 'off' as const, queue_over: QUEUE_OVER.default } }
  },

  async putDigest({ d1, actor, nowMs }, { every, queue_over = QUEUE_OVER.default }) {
    const { id } = personOf(actor)
    if (every === 'off') await d1.prepare('DELETE FROM digests WHERE user_id = ?1').bind(id).run()
    else await d1.prepare(SET).bind(id, every, queue_over, isoTime(nowMs)).run()
    return { body: { every, queue_over } }
  },
} satisfies SiteHandlers
