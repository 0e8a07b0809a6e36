import type { D1Database } from '@cloudflare/workers-types'
import { isoTime } from '../../shared/time.ts'
import { BOUNDS, dayIsFull } from '../bounds.ts'

/** T60: mails of a day that an address gets, of all kinds. */
const MAILS = BOUNDS.mails.aDay
/** Who can have an address get a mail: anyone who names it leaves some of its day for what its own account has to tell. */
const MOST = { anyone: MAILS - 2, account: MAILS } as const
export type MailCause = keyof typeof MOST

/** In place of a link's hash: a digest, of which no one but its reader causes any, and which takes no room of other mails. */
export const DIGEST = 'digest'

/** SQL: how many mails an address has got on the day of a time. Both are names or parameters. */
const countOf = (recipient: string, at: string) =>
  `(SELECT count(*) FROM outbox AS had
     WHERE had.recipient = ${recipient} COLLATE NOCASE AND had.created_at >= substr(${at}, 1, 10)
       AND had.link IS NOT '${DIGEST}')`

/** SQL: whether an address has room for another mail, or for the nth of a list. */
export const hasMailRoom = (recipient: string, at: string, by: MailCause, nth = '1'): string =>
  `${countOf(recipient, at)} + ${nth} <= ${MOST[by]}`

/** @throws RateLimitError where an address has no room: for who has a right to know */
export async function assertMailRoom(d1: D1Database, recipient: string, nowMs: number): Promise<void> {
  const query = `SELECT ${hasMailRoom('?1', '?2', 'account')} AS has_room`
  const room = await d1.prepare(query).bind(recipient, isoTime(nowMs)).first('has_room')
  if (room !== 1) throw dayIsFull('mails')
}
