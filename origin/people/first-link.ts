import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

/** When a new installation's link ends: when a person of staff has signed in, however long that takes. */
export const WITHOUT_END = '9999-12-31T23:59:59.999Z'

const someStaff = (condition: string): string =>
  `EXISTS (SELECT 1 FROM users AS u WHERE role = 'staff' AND state = 'active' AND (${condition}))`
const hasRow = (table: string, of = ''): string => `EXISTS (SELECT 1 FROM ${table} WHERE user_id = u.id${of})`

/** SQL: whether a person of staff has ever signed in. Their language is noted then; a password is chosen later. */
export const HAS_COME = someStaff(`language <> '' OR password IS NOT NULL OR ${hasRow('sessions')}`)

/** SQL: whether a person of staff can sign in without a printed link: by a password, a passkey, or an issuer. */
export const CAN_RETURN = someStaff(
  `password IS NOT NULL OR ${hasRow('identities')} OR ${hasRow('factors', " AND kind = 'passkey'")}`,
)

/** The statement that ends a new installation's link, for the batch in which a person of staff (`user`) signs in. */
export const endFirstLink = (d1: D1Database, user: string): D1PreparedStatement =>
  d1
    .prepare(
      `DELETE FROM links WHERE expires_at = '${WITHOUT_END}' AND purpose = 'sign-in'
          AND EXISTS (SELECT 1 FROM users WHERE id = ?1 AND role = 'staff')`,
    )
    .bind(user)
