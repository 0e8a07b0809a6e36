import * as v from 'valibot'
import { NewPassword } from '../../../shared/calls/fields.ts'
import { fieldError, InputError } from '../../../shared/errors.ts'
import { assertRoomFor, hasRoom, spend, throwRefusal } from '../../bounds.ts'
import { languageOf, mailStatements, mailToAddress, writeMails } from '../../mail/write-mail.ts'
import { UNCONFIRMED_MS } from '../../nightly.ts'
import { assertUncommon } from '../../people/common-passwords.ts'
import { isReservedName } from '../../people/reserved-names.ts'
import { hashOf, hashPassword, newId, newSecret } from '../../people/secrets.ts'
import { registrationCookie, registrationOf } from '../../people/sessions.ts'
import { assertAllowedWords, settingsOf } from '../../settings.ts'
import { admit } from '../settings/invitations.ts'
import type { SiteHandlers } from '../site-handlers.ts'

/** @throws InputError for a password that is not allowed; §7 says nothing of it, our site does. */
function assertNewPassword(field: string, password: string): void {
  const { issues } = v.safeParse(NewPassword, password)
  if (!issues) return
  throw fieldError(field, `${field} ${issues[0].message}`)
}

// ?1 name, ?2 address, ?3 what is older is dropped; ?4 the browser that registers: who mistyped an address does it again.
const DROP_OLD = `
  DELETE FROM users WHERE state = 'unconfirmed'
     AND (created_at < ?3 AND (username = ?1 COLLATE NOCASE OR email = ?2)
          OR username = ?1 COLLATE NOCASE AND registration = ?4)`

// Nor an id, which calls name people by; nor a channel's name: it would share the page of its GIFs.
/** Whether a name is another person's, or a channel's: ?1. */
export const IS_TAKEN = `
  SELECT 1 FROM users WHERE username = ?1 COLLATE NOCASE UNION ALL SELECT 1 FROM users WHERE id = ?1
   UNION ALL SELECT 1 FROM channels WHERE slug = ?1`

// An address that is taken leaves an account without one, which cannot be confirmed: its name is taken from now on as
// any other would be. Else a second registration would tell what became of the first.
const addUser = (where: string) => `
  INSERT INTO users (id, username, display_name, email, password, state, created_at, updated_at, language, registration)
  SELECT ?1, ?2, ?3, CASE WHEN EXISTS (SELECT 1 FROM users WHERE email = ?4) THEN NULL ELSE ?4 END,
         ?5, 'unconfirmed', ?6, ?6, ?7, ?9
   WHERE ${hasRoom('accounts', '?8')} AND ${where}`

// ?1 a JSON list of the address and the new user. Who has the address already gets a link to a new password: it is proof of the
// address as well.
const NEW = 'id = ?1 ->> 1 AND email = ?1 ->> 0'
const KNOWN = 'id <> ?1 ->> 1 AND email = ?1 ->> 0'

const SENT = {
  status: 'sent',
  message: 'We have sent you an e-mail. Open the link in it to go on.',
} as const

/** @throws InputError for a name that no new person may have: digits alone are a channel's number */
export function assertNewUsername(username: string): void {
  if (username.startsWith('.')) throw fieldError('username', 'username must not begin with a dot')
  if (/^\d+$/.test(username)) throw fieldError('username', 'username must not be a number')
  if (isReservedName(username)) throw fieldError('username', 'username is reserved: choose another one')
}

/** An account, by the address of its user; `confirm.ts` confirms it. None of these tells whether there was one before (T33). */
export const registrationHandlers = {
  async register({ d1, enqueue, ...cause }, { username, email, password, display_name, invite }) {
    const { registration: rule } = await settingsOf(cause)
    const { where, note } = await admit(d1, { registration: rule, invite, nowMs: cause.nowMs })
    assertNewUsername(username)
    await assertAllowedWords(cause, { username, display_name })
    assertNewPassword('password', password)
    await assertUncommon('password', password, cause.ASSETS)
    const { nowMs } = cause
    const old = new Date(nowMs - UNCONFIRMED_MS).toISOString()
    const browser = registrationOf(cause.headers) ?? newSecret()
    const registration = await hashOf(browser)
    const [, taken] = await d1.batch([
      d1.prepare(DROP_OLD).bind(username, email, old, registration),
      d1.prepare(IS_TAKEN).bind(username),
    ])
    if (taken && taken.results.length > 0) {
      throw new InputError('This username is taken', { username: 'is taken' })
    }
    const visitor = await cause.hashVisitor(cause.headers.get('Visitor-Network') ?? '')
    await assertRoomFor(d1, 'accounts', visitor)
    const id = newId()
    const hashed = await hashPassword(password)
    const { confirm } = await writeMails(['confirm'], cause)
    const { known } = await writeMails(['known'], cause)
    const to = { value: JSON.stringify([email, id]), email, browser: registration }
    const user = [id, username, display_name || username, email, hashed, confirm.at]
    const [made, , , confirming, , , knowing] = await d1.batch<{ id: number }>([
      d1.prepare(addUser(where)).bind(...user, languageOf(cause.headers), visitor, registration),
      spend(d1, 'accounts', visitor),
      ...mailStatements(d1, confirm, { ...to, who: NEW }),
      ...mailStatements(d1, known, { ...to, who: KNOWN, browser: '', isOwners: true }),
      ...note(id),
    ])
    for (const mail of [confirming, knowing]) enqueue({ kind: 'mail', id: mail?.results[0]?.id ?? 0 })
    if (made?.meta.changes === 0) {
      // Its last use may have been taken meanwhile.
      await admit(d1, { registration: rule, invite, nowMs })
      await throwRefusal(d1, 'accounts', visitor)
    }
    return { body: SENT, cookies: [registrationCookie(browser)] }
  },

  async registerResend({ d1, enqueue, ...cause }, { email }) {
    const { confirm } = await writeMails(['confirm'], cause)
    const who = `email = ?1 AND state = 'unconfirmed'`
    const registration = registrationOf(cause.headers)
    const browser = registration ? await hashOf(registration) : ''
    const id = await mailToAddress(d1, confirm, { who, value: email, email, browser })
    enqueue({ kind: 'mail', id })
    return { body: SENT }
  },
} satisfies SiteHandlers
