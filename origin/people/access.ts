import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

/** What lets a person in, or makes something that does. `email` is the link of a pending address, and the address with it, `identity` a person at an issuer (T64). */
export const ACCESS_KINDS = [
  'session',
  'token',
  'confirm',
  'reset',
  'sign-in',
  'email',
  'take-back',
  'browser',
  'identity',
] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

/** What ends it. `address`: a new one was confirmed; `sign-out`: by staff. */
export const ACCESS_EVENTS = [
  'password',
  'reset',
  'role',
  'address',
  'sign-out',
  'suspension',
  'deletion',
] as const
export type AccessEvent = (typeof ACCESS_EVENTS)[number]

/** Whether a kind ends at an event, or why it stays. */
type Fate = 'ends' | { stays: string }

const all = (stays: Partial<Record<AccessEvent, string>> = {}): Record<AccessEvent, Fate> => {
  const fates = ACCESS_EVENTS.map((event): [AccessEvent, Fate] => {
    const reason = stays[event]
    return [event, reason === undefined ? 'ends' : { stays: reason }]
  })
  return Object.fromEntries(fates) as Record<AccessEvent, Fate>
}

const PROVED = 'the person gave the password for the address, and the old one was told'
const ISSUERS = 'the issuer lets the person in, and no one else has got there by what has ended'
const OWNERS = 'the old address takes the account back from an intruder who did this'

/**
 * T54: what ends when. A browser that is remembered has no row: its cookie names the version, and so ends at each event.
 * The browser that makes a change of password gets a new session.
 */
export const ACCESS: Readonly<Record<AccessKind, Readonly<Record<AccessEvent, Fate>>>> = {
  session: all({ address: PROVED }),
  token: all({ address: PROVED }),
  confirm: all({ role: 'it proves an address, and lets no one in' }),
  reset: all(),
  'sign-in': all(),
  email: all(),
  'take-back': all({ password: OWNERS, reset: OWNERS, role: OWNERS, address: OWNERS }),
  browser: all(),
  // A new password by mail takes the account back from an intruder, who may have linked an identity of their own.
  identity: all({
    password: ISSUERS,
    role: ISSUERS,
    address: ISSUERS,
    'sign-out': ISSUERS,
    suspension: 'each sign-in is refused as long as it lasts',
  }),
}

/** Where the rows of a kind are. */
const ROWS: Record<Exclude<AccessKind, 'browser'>, { table: string; where: string }> = {
  session: { table: 'sessions', where: 'true' },
  token: { table: 'tokens', where: 'true' },
  confirm: { table: 'links', where: "purpose = 'confirm'" },
  reset: { table: 'links', where: "purpose = 'reset'" },
  'sign-in': { table: 'links', where: "purpose = 'sign-in'" },
  email: { table: 'links', where: "purpose = 'email'" },
  'take-back': { table: 'links', where: "purpose = 'take-back'" },
  identity: { table: 'identities', where: 'true' },
}

// ?1 is the user.
const VERSION = '(SELECT access_version FROM users WHERE id = ?1)'
const RAISE = 'UPDATE users SET access_version = access_version + 1 WHERE id = ?1'

const keep = ({ table, where }: { table: string; where: string }) =>
  `UPDATE ${table} SET access_version = ${VERSION} WHERE user_id = ?1 AND access_version = ${VERSION} - 1 AND ${where}`
const drop = (table: string) => `DELETE FROM ${table} WHERE user_id = ?1 AND access_version <> ${VERSION}`

/** The statements of an event behind the one that raises the version: what stays gets the new one, the rest is dropped. */
const sweep = (event: AccessEvent): string[] => [
  ...Object.entries(ROWS).flatMap(([kind, rows]) =>
    ACCESS[kind as AccessKind][event] === 'ends' ? [] : [keep(rows)],
  ),
  ...['sessions', 'tokens', 'links', 'identities'].map(drop),
]

type Options = {
  /** Whether it happened only where the statement right before has changed a row. */
  ifChanged?: boolean
}

/**
 * T54: ends what an event ends. A request that was let in before writes nothing afterwards that counts: it has the old
 * version.
 * @returns the statements, in their order, for the batch of the change
 */
export function endAccess(
  d1: D1Database,
  userId: string,
  event: AccessEvent,
  { ifChanged = false }: Options = {},
): D1PreparedStatement[] {
  return [
    d1.prepare(ifChanged ? `${RAISE} AND changes() > 0` : RAISE).bind(userId),
    ...sweep(event).map((sql) => d1.prepare(sql).bind(userId)),
  ]
}

/** The same as texts, for the command line. @param user SQL of the user's id */
export const endAccessSql = (user: string, event: AccessEvent): string[] =>
  [RAISE, ...sweep(event)].map((sql) => sql.replaceAll('?1', user))
