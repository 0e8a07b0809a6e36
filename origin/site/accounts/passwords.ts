import { AppError, fieldError } from '../../../shared/errors.ts'
import { mailToAddress, writeMails } from '../../mail/write-mail.ts'
import { hashOf, hashPassword } from '../../people/secrets.ts'
import {
  endAllSessions,
  NO_SESSION,
  newSession,
  newSessionCookies,
  sessionOf,
} from '../../people/sessions.ts'
import { userById } from '../../people/users.ts'
import { assertPassword, auditRow, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const CHANGE = 'UPDATE users SET password = ?2, updated_at = ?3 WHERE id = ?1'

// ?1 the link's hash, ?2 now
const LINK = `SELECT user_id FROM links WHERE hash = ?1 AND purpose = 'reset' AND expires_at > ?2`

// A link that was mailed proves the address, so it confirms an account as well.
const RESET = `
  UPDATE users SET password = ?3, state = 'active', updated_at = ?2 WHERE id = (${LINK}) RETURNING id`
const END_SESSIONS = `DELETE FROM sessions WHERE user_id = (${LINK})`
const DROP_LINKS = `
  DELETE FROM links WHERE user_id = (${LINK}) AND (purpose <> 'confirm' OR email IS NULL)`

/** A password, by who has the old one or the address. */
export const passwordHandlers = {
  /** All sessions end; the browser that makes the call gets a new one. */
  async changePassword({ d1, actor, headers, nowMs }, given) {
    const { id, by } = personOf(actor)
    await assertPassword(await userById(d1, id), given.current)
    const changes = [
      d1.prepare(CHANGE).bind(id, await hashPassword(given.new), new Date(nowMs).toISOString()),
      d1.prepare("DELETE FROM links WHERE user_id = ?1 AND purpose <> 'confirm'").bind(id),
      endAllSessions(d1, id),
    ]
    if (by === 'token' || !sessionOf(headers)) {
      await d1.batch(changes)
      return {}
    }
    const agent = headers.get('User-Agent') ?? ''
    const { session, statements } = await newSession(d1, { userId: id, agent, nowMs })
    await d1.batch([...changes, ...statements])
    return { cookies: newSessionCookies(session) }
  },

  /** T33: the response never tells whether there is an account. */
  async resetPassword({ d1, enqueue, ...cause }, { email }) {
    const { reset } = await writeMails(['reset'], cause)
    enqueue({ kind: 'mail', id: await mailToAddress(d1, reset, { who: 'email = ?1', value: email, email }) })
    const message = 'If there is an account with this address, we have sent a link to it.'
    return { body: { status: 'sent', message } }
  },

  async confirmReset({ d1, nowMs }, given) {
    const link = [await hashOf(given.token), new Date(nowMs).toISOString()]
    // Always: a good token takes as long as a bad one.
    const password = await hashPassword(given.new)
    const [changed] = await d1.batch([
      d1.prepare(RESET).bind(...link, password),
      d1.prepare(END_SESSIONS).bind(...link),
      d1.prepare(DROP_LINKS).bind(...link),
    ])
    if (changed?.results.length) return {}
    throw fieldError('token', 'This link does not work any more')
  },
} satisfies SiteHandlers

// In all of these ?1 is the user.
const KEEP = [
  'UPDATE gifs SET user_id = NULL WHERE user_id = ?1 RETURNING id',
  'UPDATE channels SET user_id = NULL WHERE user_id = ?1',
  'UPDATE stories SET user_id = NULL WHERE user_id = ?1',
]

const OWN_GIFS = 'SELECT id FROM gifs WHERE user_id = ?1'
const REMOVE = [
  `INSERT OR IGNORE INTO unused_files (r2_key) SELECT r2_key FROM renditions WHERE gif_id IN (${OWN_GIFS})`,
  `DELETE FROM favorites WHERE gif_id IN (${OWN_GIFS})`,
  'DELETE FROM gifs WHERE user_id = ?1 RETURNING id',
  // Someone else's channel below the user's stays.
  `UPDATE channels SET parent = NULL
    WHERE user_id IS NOT ?1 AND parent IN (SELECT id FROM channels WHERE user_id = ?1)`,
  'DELETE FROM channels WHERE user_id = ?1',
  'DELETE FROM stories WHERE user_id = ?1',
]

/** Items whose copies are renewed at once. All of them are in the log of changes, which every isolate reads. */
const REFRESHED_MAX = 100

const IS_LAST_STAFF = `
  SELECT 1 FROM users WHERE id = ?1 AND role = 'staff'
     AND NOT EXISTS (SELECT 1 FROM users WHERE role = 'staff' AND state = 'active' AND id <> ?1)`

const DELETE = [
  `INSERT OR IGNORE INTO unused_files (r2_key)
   SELECT file.value FROM users, json_each(json_array(avatar_key, banner_key)) AS file
    WHERE users.id = ?1 AND file.value IS NOT NULL`,
  'DELETE FROM outbox WHERE recipient = (SELECT email FROM users WHERE id = ?1) COLLATE NOCASE',
]

/** A user leaves: what they uploaded stays without a name, or goes with its files. */
export const deleteAccountHandlers = {
  async deleteAccount(deps, { password, keep_gifs }) {
    const { d1, actor, enqueue, gifsChanged, publicUrl, nowMs } = deps
    const person = personOf(actor)
    const { id } = person
    const user = await userById(d1, id)
    if (user.password === null) throw new AppError('conflict', 'Choose a password first')
    await assertPassword(user, password)
    if (await d1.prepare(IS_LAST_STAFF).bind(id).first()) {
      throw new AppError('conflict', 'You are the last of the staff: make someone else staff first')
    }
    const reason = keep_gifs ? 'uploads kept' : 'uploads removed'
    const done = await d1.batch<{ id?: string }>([
      ...[...(keep_gifs ? KEEP : REMOVE), ...DELETE].map((sql) => d1.prepare(sql).bind(id)),
      auditRow(d1, person, { action: 'account.delete', target: `user/${id}`, reason, nowMs }),
      // Sessions, tokens, links and favourites go with it.
      d1.prepare('DELETE FROM users WHERE id = ?1').bind(id),
    ])
    enqueue({ kind: 'files' })
    const ids = done.flatMap(({ results }) => results.flatMap(({ id: gif }) => gif ?? []))
    await gifsChanged(ids.slice(0, REFRESHED_MAX), publicUrl)
    return { cookies: NO_SESSION }
  },
} satisfies SiteHandlers
