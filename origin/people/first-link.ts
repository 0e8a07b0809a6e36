import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

/** When a new installation's link ends: when a person of staff has signed in, however long that takes. */
export const WITHOUT_END = '9999-12-31T23:59:59.999Z'

/** SQL: whether a person of staff has ever signed in. Their language is noted then; a password is chosen later. */
export const HAS_COME = `EXISTS (SELECT 1 FROM users AS u
  WHERE role = 'staff' AND state = 'active'
    AND (language <> '' OR password IS NOT NULL OR EXISTS (SELECT 1 FROM sessions WHERE user_id = u.id)))`

/** The statement that ends a new installation's link, for the batch in which a person of staff (`user`) signs in. */
export const endFirstLink = (d1: D1Database, user: string): D1PreparedStatement =>
  d1
    .prepare(
      `DELETE FROM links WHERE expires_at = '${WITHOUT_END}' AND purpose = 'sign-in'
          AND EXISTS (SELECT 1 FROM users WHERE id = ?1 AND role = 'staff')`,
    )
    .bind(user)
