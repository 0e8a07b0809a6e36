import { AppError } from '../../../shared/errors.ts'
import { endAccess } from '../../people/access.ts'
import { KEYS_OF_USER } from '../../people/picture-keys.ts'
import { NO_SESSION } from '../../people/sessions.ts'
import { MAY_SIGN_IN, userById } from '../../people/users.ts'
import { keepHidden } from '../../uploads/bytes-door.ts'
import { assertPassword, auditRow, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

// In all of these ?1 is the user.
const KEEP = [
  'UPDATE gifs SET user_id = NULL WHERE user_id = ?1 RETURNING id',
  'UPDATE channels SET user_id = NULL WHERE user_id = ?1',
  'UPDATE stories SET user_id = NULL WHERE user_id = ?1',
]

const OWN_GIFS = 'SELECT id FROM gifs WHERE user_id = ?1'
const REMOVE = [
  keepHidden(OWN_GIFS),
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
     AND NOT EXISTS (SELECT 1 FROM users WHERE role = 'staff' AND ${MAY_SIGN_IN} AND id <> ?1)`

const DELETE = [
  `INSERT OR IGNORE INTO unused_files (r2_key)
   SELECT DISTINCT file.value FROM users, json_each(json_array(${KEYS_OF_USER})) AS file
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
      ...endAccess(d1, id, 'deletion'),
      // What else is theirs goes with it.
      d1.prepare('DELETE FROM users WHERE id = ?1').bind(id),
    ])
    enqueue({ kind: 'files' })
    const ids = done.flatMap(({ results }) => results.flatMap(({ id: gif }) => gif ?? []))
    await gifsChanged(ids.slice(0, REFRESHED_MAX), publicUrl)
    return { cookies: NO_SESSION }
  },
} satisfies SiteHandlers
