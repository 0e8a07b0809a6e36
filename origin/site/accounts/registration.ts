import * as v from 'valibot'
import { NewPassword } from '../../../shared/calls/fields.ts'
import { fieldError, InputError } from '../../../shared/errors.ts'
import { mailToAddress, type WrittenMail, writeMails } from '../../mail/write-mail.ts'
import { UNCONFIRMED_MS } from '../../nightly.ts'
import { hashOf, hashPassword, newId } from '../../people/secrets.ts'
import type { SiteHandlers } from '../site-handlers.ts'

/** @throws InputError for a password that is not allowed; §7 says nothing of it, our site does. */
function assertNewPassword(field: string, password: string): void {
  const { issues } = v.safeParse(NewPassword, password)
  if (!issues) return
  throw fieldError(field, `${field} ${issues[0].message}`)
}

// ?1 name, ?2 address, ?3 what is older is dropped
const DROP_OLD = `
  DELETE FROM users WHERE state = 'unconfirmed' AND created_at < ?3 AND (username = ?1 COLLATE NOCASE OR email = ?2)`

// Nor a channel's name: it would share the page of its GIFs.
const IS_TAKEN = `
  SELECT 1 FROM users WHERE username = ?1 COLLATE NOCASE UNION ALL SELECT 1 FROM channels WHERE slug = ?1`

// An address that is taken leaves an account without one, which cannot be confirmed: its name is taken from now on as
// any other would be. Else a second registration would tell what became of the first.
const ADD_USER = `
  INSERT INTO users (id, username, display_name, email, password, state, created_at, updated_at)
  SELECT ?1, ?2, ?3, CASE WHEN EXISTS (SELECT 1 FROM users WHERE email = ?4) THEN NULL ELSE ?4 END,
         ?5, 'unconfirmed', ?6, ?6`

// ?1 the new user, ?2 address. Who has it already gets a link to a new password: it is proof of the address as well.
const ADD_LINK = `
  INSERT INTO links (hash, user_id, purpose, expires_at)
  SELECT ?3, id, iif(id = ?1, ?4, ?6), iif(id = ?1, ?5, ?7) FROM users WHERE email = ?2`

const ADD_MAIL = `
  INSERT INTO outbox (recipient, subject, text, created_at)
  SELECT email, iif(id = ?1, ?3, ?5), replace(iif(id = ?1, ?4, ?6), '{username}', username), ?7
    FROM users WHERE email = ?2 RETURNING id`

const SENT = {
  body: {
    status: 'sent',
    message: 'We have sent you an e-mail. Open the link in it to go on.',
  },
}

function assertNewUsername(username: string): void {
  if (!username.startsWith('.')) return
  throw fieldError('username', 'username must not begin with a dot')
}

/** An account, by the address of its user. None of these tells whether there was one before (T33). */
export const registrationHandlers = {
  async register({ d1, enqueue, ...cause }, { username, email, password, display_name }) {
    assertNewUsername(username)
    assertNewPassword('password', password)
    const { nowMs } = cause
    const old = new Date(nowMs - UNCONFIRMED_MS).toISOString()
    const [, taken] = await d1.batch([
      d1.prepare(DROP_OLD).bind(username, email, old),
      d1.prepare(IS_TAKEN).bind(username),
    ])
    if (taken && taken.results.length > 0) {
      throw new InputError('This username is taken', { username: 'is taken' })
    }
    const id = newId()
    const hashed = await hashPassword(password)
    const mails = await writeMails(['confirm', 'known'], cause)
    const { confirm, known } = mails
    const [, , written] = await d1.batch<{ id: number }>([
      d1.prepare(ADD_USER).bind(id, username, display_name || username, email, hashed, confirm.at),
      d1.prepare(ADD_LINK).bind(id, email, confirm.hash, ...linkOf(confirm), ...linkOf(known)),
      d1.prepare(ADD_MAIL).bind(id, email, ...textOf(confirm), ...textOf(known), confirm.at),
    ])
    enqueue({ kind: 'mail', id: written?.results[0]?.id ?? 0 })
    return SENT
  },

  async registerResend({ d1, enqueue, ...cause }, { email }) {
    const { confirm } = await writeMails(['confirm'], cause)
    const who = `email = ?1 AND state = 'unconfirmed'`
    const id = await mailToAddress(d1, confirm, { who, value: email, email })
    enqueue({ kind: 'mail', id })
    return SENT
  },

  async registerConfirm({ d1, nowMs }, { token }) {
    const values = [await hashOf(token), new Date(nowMs).toISOString()]
    const [, confirmed] = await d1.batch([
      d1.prepare(FREE_ADDRESS).bind(...values),
      d1.prepare(CONFIRM).bind(...values),
      d1.prepare(DROP_LINKS).bind(...values),
    ])
    if (confirmed?.results.length) {
      return { body: { status: 'confirmed', message: 'Your e-mail address is confirmed.' } }
    }
    throw fieldError('token', 'This link does not work any more')
  },
} satisfies SiteHandlers

const linkOf = ({ purpose, expiresAt }: WrittenMail) => [purpose, expiresAt]
const textOf = ({ subject, text }: WrittenMail) => [subject, text]

// ?1 the link's hash, ?2 now
const LINK = `FROM links WHERE hash = ?1 AND purpose = 'confirm' AND expires_at > ?2`

// Who has the mail has the address: it is free of those who only said so.
const FREE_ADDRESS = `
  DELETE FROM users WHERE state = 'unconfirmed' AND email = (SELECT email ${LINK})
   AND id <> (SELECT user_id ${LINK})`

const CONFIRM = `
  UPDATE users SET state = 'active', email = coalesce((SELECT email ${LINK}), email), updated_at = ?2
   WHERE id = (SELECT user_id ${LINK})
     AND NOT EXISTS (SELECT 1 FROM users AS u WHERE u.email = (SELECT email ${LINK}) AND u.id <> users.id)
   RETURNING id`

const DROP_LINKS = `DELETE FROM links WHERE purpose = 'confirm' AND user_id = (SELECT user_id ${LINK})`
