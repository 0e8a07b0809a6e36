import * as v from 'valibot'
import { Username } from '../../../shared/calls/fields.ts'
import { fieldError, InputError } from '../../../shared/errors.ts'
import { hasRoom, spend, throwRefusal } from '../../bounds.ts'
import { hasMailRoom } from '../../mail/mail-room.ts'
import { writeShare } from '../../mail/write-mail.ts'
import { personOf } from '../actor.ts'
import { assertSeen } from '../items.ts'
import type { SiteHandlers } from '../site-handlers.ts'

/** @throws AppError as `assertSeen`; InputError for an item that is hidden: who gets it could not see it */
export async function assertShareable(deps: Parameters<typeof assertSeen>[0], id: string): Promise<void> {
  const item = await assertSeen(deps, id)
  if (item?.isHidden) throw new InputError('A hidden item cannot be shared', { gif_id: 'gif_id is hidden' })
}

/** Shares that an address gets in a day from all senders: half of all its mails. */
export const SHARES_RECEIVED = 5

/** One address, in the letters that need no quotes: what it is for a mail service is never a list. */
const ADDRESS = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63}){1,7}$/u

// ?4 is an address or `@name`. A name is found where its person shows themselves; else it stays, and no mail goes anywhere.
const RECIPIENT = `
  iif(?4 LIKE '@%',
      coalesce((SELECT email FROM users WHERE username = substr(?4, 2) AND state = 'active' AND is_public = 1), ?4),
      ?4)`

// ?1 who, ?2 the day, ?3 the item, ?5 the act. An item is shared with the same person once a day.
const SHARE = `
  INSERT INTO shares (user_id, day, gif_id, recipient, act)
  SELECT ?1, ?2, ?3, ${RECIPIENT}, ?5
   WHERE ${hasRoom('shares', '?1')}
      ON CONFLICT DO NOTHING`

// A word joiner behind each dot: mail programs make links of words like `shop.example`, and names are their owners' choice.
const SENDER = "(SELECT replace(username, '.', '.' || char(8288)) FROM users WHERE id = ?1)"

const MAIL = `
  INSERT INTO outbox (recipient, subject, text, created_at, link)
  SELECT recipient, ?5, replace(?6, '{username}', ${SENDER}), ?7, ?4
    FROM shares AS s
   WHERE user_id = ?1 AND day = ?2 AND gif_id = ?3 AND act = ?4
  RETURNING id`

// ?1 the act, ?2 the day. T33: a mail to no one, or to who has had enough of them, is written too, and taken back, so that
// neither the response nor its time tells.
const DROP = `
  DELETE FROM outbox WHERE link = ?1
     AND (recipient LIKE '@%' OR NOT ${hasMailRoom('outbox.recipient', 'outbox.created_at', 'anyone', '0')}
          OR (SELECT count(*) FROM shares WHERE recipient = outbox.recipient AND day = ?2) > ${SHARES_RECEIVED})`

const THERE = `
  SELECT 1 AS there FROM shares WHERE user_id = ?1 AND day = ?2 AND gif_id = ?3 AND recipient = ${RECIPIENT}`

/** An address, or `@name` for a username. @throws InputError */
function recipientOf(to: string): string {
  const given = to.trim()
  const name = given.replace(/^@/, '')
  if (v.is(Username, name)) return `@${name}`
  if (given.length <= 254 && ADDRESS.test(given)) return given
  throw fieldError('to', 'to must be one e-mail address or a username')
}

/** §7 Sends an item to someone, by mail: once a day each, in our words alone. */
export const instashareHandlers = {
  async instashare(deps, { gif_id, to }) {
    const { d1, actor, enqueue, nowMs } = deps
    const recipient = recipientOf(to)
    await assertShareable(deps, gif_id)
    const at = new Date(nowMs).toISOString()
    const what = [personOf(actor).id, at.slice(0, 10), gif_id] as const
    const act = crypto.randomUUID()
    const { subject, text } = writeShare(gif_id, deps)
    const [, , mail, , there] = await d1.batch<{ id?: number }>([
      d1.prepare(SHARE).bind(...what, recipient, act),
      spend(d1, 'shares', what[0]),
      d1.prepare(MAIL).bind(...what, act, subject, text, at),
      d1.prepare(DROP).bind(act, what[1]),
      d1.prepare(THERE).bind(...what, recipient),
    ])
    if (!there?.results.length) await throwRefusal(d1, 'shares', what[0])
    enqueue({ kind: 'mail', id: mail?.results[0]?.id ?? 0 })
    return {}
  },
} satisfies SiteHandlers
