import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { ROLE_RANK } from '../../../shared/calls/call.ts'
import { AppError, SuspendedError } from '../../../shared/errors.ts'
import type { IssuerAccounts, IssuerPerson, IssuerSignIn } from '../../../shared/server/origin.ts'
import { isoTime } from '../../../shared/time.ts'
import { hasRoom, spend, throwRefusal } from '../../bounds.ts'
import { roleNames } from '../../mail/mail-texts.ts'
import { tellPerson } from '../../mail/notices.ts'
import { languageOf } from '../../mail/write-mail.ts'
import { endAccess } from '../../people/access.ts'
import { createGuesses } from '../../people/guesses.ts'
import { isReservedName } from '../../people/reserved-names.ts'
import { newId } from '../../people/secrets.ts'
import { newSessionCookies } from '../../people/sessions.ts'
import { findUser, UserRecord, userById } from '../../people/users.ts'
import { findRow, insertRow, isUnique } from '../../sql.ts'
import { createStoredKey, createVisitorHash, isSame } from '../../stored-key.ts'
import { auditIfChanged, auditRow } from '../actor.ts'
import { admit } from '../settings/invitations.ts'
import type { SiteDeps } from '../site-handlers.ts'
import { type Opening, openSession } from './open-session.ts'
import { SET_ROLE } from './people.ts'

// T54: what was linked under an access that has ended since is no one's. ?1 the issuer, ?2 its name of the person
const KNOWN = `
  SELECT u.*, i.role AS said FROM identities AS i JOIN users AS u ON u.id = i.user_id AND u.access_version = i.access_version
   WHERE i.issuer = ?1 AND i.subject = ?2`
const KnownRow = v.object({ ...UserRecord.entries, said: v.string() })

const BY_EMAIL = "SELECT * FROM users WHERE email = ?1 AND state = 'active'"
/** Who only said that the address is theirs makes room for the one who has shown it. */
const FREE_ADDRESS = "DELETE FROM users WHERE email = ?1 AND state = 'unconfirmed'"

// ?1 a JSON list of names
const FIRST_FREE = `
  SELECT value FROM json_each(?1) AS name
   WHERE NOT EXISTS (SELECT 1 FROM users WHERE username = name.value COLLATE NOCASE)
     AND NOT EXISTS (SELECT 1 FROM users WHERE id = name.value)
     AND NOT EXISTS (SELECT 1 FROM channels WHERE slug = name.value)
   ORDER BY name.key LIMIT 1`

// ?3 the user, ?4 the version that was looked at, ?5 the role that the issuer says, ?6 now
const LINK = `
  INSERT INTO identities (issuer, subject, user_id, access_version, role, created_at, used_at)
  SELECT ?1, ?2, id, access_version, ?5, ?6, ?6 FROM users WHERE id = ?3 AND access_version = ?4`
const USED = 'UPDATE identities SET used_at = ?3 WHERE issuer = ?1 AND subject = ?2'
// ?3 what the issuer says, ?4 the role that follows from it, where the account has got it
const NOTE_ROLE = `
  UPDATE identities SET role = ?3
   WHERE issuer = ?1 AND subject = ?2 AND (SELECT role FROM users WHERE id = user_id) = ?4`

const TRIES = 3

/** What is written of accounts, and mailed to their people. */
type IssuerDeps = Pick<SiteDeps, 'd1' | 'enqueue' | 'brand' | 'mailUrl'>
type Request = IssuerSignIn & IssuerDeps

/** The accounts of people who sign in by an issuer (T64), and the signature of what a browser keeps meanwhile. */
export function createIssuerAccounts(deps: IssuerDeps): IssuerAccounts {
  const { d1 } = deps
  const sign = createStoredKey(d1)
  const hashVisitor = createVisitorHash(d1)
  return {
    async seal(text) {
      return `${text}.${await sign(text, 'issuer')}`
    },
    async unseal(sealed) {
      const at = sealed.lastIndexOf('.')
      const text = sealed.slice(0, at)
      return at > 0 && isSame(sealed.slice(at + 1), await sign(text, 'issuer')) ? text : undefined
    },
    async signIn(person, { network, ...rest }) {
      const request = { ...deps, ...rest, network: await hashVisitor(network) }
      // Two requests of one new person, or for one name: the second finds what the first has made.
      for (let tried = 1; ; tried++) {
        try {
          return await signIn(person, request)
        } catch (error) {
          if (!isUnique(error) || tried === TRIES) throw error
        }
      }
    },
  }
}

async function signIn(person: IssuerPerson, request: Request): Promise<string[]> {
  const { d1 } = request
  const { issuer, subject, email } = person
  const known = await findRow(KnownRow, d1.prepare(KNOWN).bind(issuer, subject))
  if (known) return openKnown(known, person, request)
  const owner = email && (await findUser(d1.prepare(BY_EMAIL).bind(email)))
  if (!owner) return openNew(person, request)
  assertNotSuspended(owner)
  const { viewer, nowMs } = request
  if (viewer?.id !== owner.id || viewer.by !== 'session' || !viewer.isFresh) {
    throw new AppError('conflict', 'There is an account with this address: sign in with its password once')
  }
  await d1.prepare(LINK).bind(issuer, subject, owner.id, owner.access_version, '', isoTime(nowMs)).run()
  return openKnown({ ...owner, said: '' }, person, request)
}

function assertNotSuspended({ standing, standing_reason }: UserRecord): void {
  if (standing === 'suspended') throw new SuspendedError(standing_reason)
}

async function openKnown(
  { said, ...user }: v.InferOutput<typeof KnownRow>,
  person: IssuerPerson,
  request: Request,
): Promise<string[]> {
  const { d1 } = request
  assertNotSuspended(user)
  const { issuer, subject, role } = person
  const isNews = role !== undefined && role !== said
  if (isNews) await followRole({ said, user }, { ...person, role }, request)
  const current = isNews ? await userById(d1, user.id) : user
  const used = d1.prepare(USED).bind(issuer, subject, isoTime(request.nowMs))
  return open(current, request, [used])
}

/** T31: a role that is new ends what the old one had opened. What is said for the first time takes no role from anyone. */
async function followRole(
  { said, user }: { said: string; user: UserRecord },
  { issuer, subject, role }: IssuerPerson & { role: UserRecord['role'] },
  { d1, enqueue, ...cause }: Request,
): Promise<void> {
  const { nowMs } = cause
  const at = isoTime(nowMs)
  const next = said === '' && ROLE_RANK[user.role] > ROLE_RANK[role] ? user.role : role
  const reason = `${user.role} to ${next}: the issuer says so`
  const act = { action: 'user.role', target: `user/${user.id}`, reason, nowMs }
  const name = roleNames[next][user.language || 'en']
  const results = await d1.batch<{ id: number }>([
    d1.prepare(SET_ROLE).bind(user.id, next, at, user.role),
    auditIfChanged(d1, user, act),
    ...endAccess(d1, user.id, 'role', { ifChanged: true }),
    d1.prepare(NOTE_ROLE).bind(issuer, subject, role, next),
    tellPerson(d1, 'role', { user, hash: `${next} ${at}`, reason: name }, cause),
  ])
  const mail = results.at(-1)?.results[0]?.id
  if (mail !== undefined) enqueue({ kind: 'mail', id: mail })
}

async function openNew(person: IssuerPerson, request: Request): Promise<string[]> {
  const { issuer, subject, email, role = 'user', name } = person
  const { d1, nowMs, network, registration, invite } = request
  const { where, note } = await admit(d1, { registration, invite, nowMs })
  const at = isoTime(nowMs)
  const id = newId()
  const username = await freeName(d1, person.usernames)
  const user = { id, username, display_name: name || username, email, role, state: 'active' }
  const row = { ...user, created_at: at, updated_at: at, language: languageOf(request.headers) }
  const room = {
    sql: `${hasRoom('accounts', `?${Object.keys(row).length + 1}`)} AND ${where}`,
    values: [network],
  }
  const made = [
    d1.prepare(FREE_ADDRESS).bind(email ?? null),
    insertRow(d1, 'users', row, room),
    spend(d1, 'accounts', network),
    d1.prepare(LINK).bind(issuer, subject, id, 1, person.role ?? '', at),
    ...note(id),
  ]
  const reason = `${role}: the issuer says so`
  const act = { action: 'user.role', target: `user/${id}`, reason, nowMs }
  const noted = role === 'user' ? [] : [auditRow(d1, { id, name: username }, act)]
  // What is new is no news to its person.
  const fresh = { id, username, access_version: 1, language: '' } as const
  return open(fresh, request, [...made, ...noted], () => throwRefusal(d1, 'accounts', network))
}

/** A name that no one has, and that registering would take: one of those that the issuer gives, else one with digits. */
async function freeName(d1: D1Database, wanted: readonly string[]): Promise<string> {
  const names = wanted.filter((each) => !isReservedName(each) && !/^\d+$/.test(each))
  const [first = 'person'] = names
  const stem = first.slice(0, 40)
  const numbered = Array.from({ length: 8 }, (_, n) => `${stem}${n + 2}`)
  const all = [...names, ...(names.length > 0 ? numbered : []), `${stem}-${newId().slice(0, 8)}`]
  return (
    (await d1.prepare(FIRST_FREE).bind(JSON.stringify(all)).first<string>('value')) ?? `person-${newId()}`
  )
}

/** Opens a session in the batch of what it follows from, and remembers the browser. @param refuse says why it was not opened */
async function open(
  user: Opening['user'],
  request: Request,
  before: ReturnType<D1Database['prepare']>[],
  refuse?: () => Promise<never>,
): Promise<string[]> {
  const { session, isOpen } = await openSession(request, { user, before, byIssuer: true })
  if (!isOpen) {
    await refuse?.()
    throw new AppError('conflict', 'The account has changed in the meantime: try again')
  }
  const known = await createGuesses(request.d1).remember(user.id)
  return [...newSessionCookies(session), ...(known ? [known] : [])]
}
