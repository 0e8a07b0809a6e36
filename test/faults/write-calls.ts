/** Every write of people, uploads, edits, removal and favorites, against a rig that a test file starts with `prepareWrites`. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { csrfOf, hashOf, hashPassword, newSecret } from '../../origin/people/secrets.ts'
import { codeOf, stepAt } from '../../origin/people/totp.ts'
import { sampleBytes } from '../fixtures/library/media-samples.ts'
import { sizedMp4, sizedWebp } from '../fixtures/library/sized-media.ts'
import { d1 } from './d1-service.ts'
import { r2 } from './r2-service.ts'
import { type Rig, startRig, type Timed } from './rig.ts'

export let rig: Rig
let password: string

/** Ends all faults. After many of them a breaker is open for some seconds: then an unknown item is not even looked for. */
export async function heal(): Promise<void> {
  for (const point of Object.values(rig.points)) Object.assign(point, { mode: 'ok', skip: 0 })
  d1.writes = 'ok'
  r2.writes.clear()
  const status = async () => (await rig.get(`/v1/gifs/${fresh('none')}`)).status
  await expect.poll(status, { timeout: 40_000, interval: 500 }).toBe(404)
}

/** Starts the rig of a file, heals it after each test and stops it. */
export function prepareWrites(): void {
  beforeAll(async () => {
    password = await hashPassword(PASSWORD)
    rig = await startRig({})
  }, 120_000)
  afterEach(heal)
  afterAll(() => rig?.stop())
}

const PASSWORD = 'correct horse battery'
const LATER = '2999-01-01T00:00:00.000Z'

const sql = (statement: string, ...values: (string | number)[]) => rig.db.prepare(statement).run(...values)
export const firstOf = (query: string, ...values: (string | number)[]) =>
  Object.values(rig.db.prepare(query).get(...values) ?? { none: null })[0]

let numbers = 0
const fresh = (word: string) => `${word}${numbers++}`

export type Person = { id: string; name: string; email: string; headers: Record<string, string> }

/** Somebody new who is signed in, in a browser. */
export async function person(role = 'user', state = 'active'): Promise<Person> {
  const name = fresh('person')
  const [secret, email, now] = [newSecret(), `${name}@example.test`, new Date().toISOString()]
  sql(
    `INSERT INTO users (id, username, display_name, email, password, role, state, created_at, updated_at)
     VALUES (?1, ?1, ?1, ?2, ?3, ?4, ?5, ?6, ?6)`,
    ...[name, email, password, role, state, now],
  )
  sql(
    `INSERT INTO sessions (hash, id, user_id, agent, created_at, last_used_at, expires_at)
     VALUES (?1, ?2, ?2, '', ?3, ?3, ?4)`,
    ...[await hashOf(secret), name, now, LATER],
  )
  const csrf = await csrfOf(secret)
  const headers = { Cookie: `sessionid=${secret}; csrftoken=${csrf}`, 'X-CSRFToken': csrf }
  return { id: name, name, email, headers }
}

type Sees = [query: string, ...values: string[]]

export type Write = {
  what: string
  who?: Person
  form?: Record<string, string>
  json?: unknown
  files?: Record<string, Uint8Array<ArrayBuffer>>
  headers?: Record<string, string>
  /** A query of what the write changes, where it changes no number of rows. */
  sees?: Sees
}

function bodyOf({ form, json, files }: Write): BodyInit | null {
  if (json !== undefined) return JSON.stringify(json)
  if (!files) return form ? new URLSearchParams(form) : null
  const body = new FormData()
  for (const [name, bytes] of Object.entries(files)) body.append(name, new Blob([bytes]), 'a.gif')
  return body
}

export async function make(write: Write): Promise<Timed> {
  const [method = '', path = ''] = write.what.split(' ')
  const headers = {
    Origin: rig.base,
    'Sec-Fetch-Site': 'same-origin',
    ...(write.who?.headers ?? { Cookie: 'csrftoken=a-visitor', 'X-CSRFToken': 'a-visitor' }),
    ...(write.json !== undefined && { 'Content-Type': 'application/json' }),
    ...write.headers,
  }
  const request = new Request(rig.base, { method, headers, body: bodyOf(write) })
  // In one piece: who still sends when the server has refused and closed may see that instead of the refusal.
  const body = request.body && (await request.arrayBuffer())
  return rig.get(path, { method, headers: request.headers, body, signal: AbortSignal.timeout(60_000) })
}

export async function made(write: Write): Promise<Timed> {
  const response = await make(write)
  expect(response.status, `${write.what}: ${response.text}`).toBeLessThan(300)
  return response
}

/** A file that nobody has sent. What follows a GIF's trailer changes its hash and nothing else. */
const freshFile = (more = 0) => {
  const own = [...sampleBytes('gif'), ...new TextEncoder().encode(fresh('file'))]
  const file = new Uint8Array(own.length + more)
  file.set(own)
  return file
}

export const uploadOf = (who: Person, more = 0): Write => ({
  what: 'POST /v1/gifs',
  who,
  files: { file: freshFile(more) },
})

const APP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const factorsOf = ({ id }: Person): Sees => ['SELECT count(*) FROM factors WHERE user_id = ?', id]

/** A person with a passkey. */
async function withFactor(): Promise<Person> {
  const who = await person()
  sql(
    `INSERT INTO factors (id, user_id, kind, name, secret, credential, created_at)
     VALUES (?1, ?1, 'passkey', '', '', ?1, ?2)`,
    ...[who.id, new Date().toISOString()],
  )
  return who
}

/** Somebody with an item. */
async function owner(role = 'user'): Promise<{ who: Person; id: string }> {
  const who = await person(role)
  const { text } = await made(uploadOf(who))
  return { who, id: (JSON.parse(text) as { data: { id: string } }).data.id }
}

/** A link as it was mailed. */
async function link(user: string, purpose: string): Promise<string> {
  const secret = newSecret()
  sql(
    'INSERT INTO links (hash, user_id, purpose, expires_at) VALUES (?, ?, ?, ?)',
    ...[await hashOf(secret), user, purpose, LATER],
  )
  return secret
}

/** The id that a new record's response has. */
const idOf = ({ text }: Timed) => (JSON.parse(text) as { id: string }).id

const FORM = { name: 'a' }
const NEW_PASSWORD = 'another good password'
const oneOf = (column: string, id: string): Sees => [`SELECT ${column} FROM gifs WHERE id = ?`, id]
const uploadState = (id: string): Sees => ['SELECT state FROM uploads WHERE gif_id = ?', id]

async function edit(key: string, value: string): Promise<Write> {
  const { who, id } = await owner()
  const form = { gif_id: id, key, value }
  return { what: 'POST /ajax/gif/update', who, form, sees: oneOf(key, id) }
}

async function takenDown(who: Person, id: string): Promise<Write> {
  const json = { takedowns: [{ gif_id: id, reason: 'a claim' }], send_email: true }
  return { what: 'POST /api/v3/content-takedown/takedown', who, json, sees: oneOf('is_removed', id) }
}

/** Every write of people, uploads, edits, removal and favorites, with what it needs. */
const WRITES: Record<string, () => Promise<Write>> = {
  register: async () => {
    const username = fresh('new')
    const form = { username, email: `${username}@example.test`, password: PASSWORD }
    return { what: 'POST /api/v3/register', form }
  },
  registerResend: async () => {
    const { email } = await person('user', 'unconfirmed')
    return { what: 'POST /api/v3/register/resend', form: { email } }
  },
  registerConfirm: async () => {
    const { id } = await person('user', 'unconfirmed')
    const form = { token: await link(id, 'confirm'), new: NEW_PASSWORD }
    return { what: 'POST /api/v3/register/confirm', form, sees: ['SELECT state FROM users WHERE id = ?', id] }
  },
  login: async () => {
    const { name } = await person()
    return { what: 'POST /api/v3/login', form: { username: name, password: PASSWORD } }
  },
  logout: async () => ({ what: 'POST /api/v3/logout', who: await person() }),
  changePassword: async () => {
    const who = await person()
    const sees: Sees = ['SELECT password <> ? FROM users WHERE id = ?', password, who.id]
    return { what: 'POST /api/v3/password', who, form: { current: PASSWORD, new: NEW_PASSWORD }, sees }
  },
  resetPassword: async () => {
    const { email } = await person()
    return { what: 'POST /api/v3/password/reset', form: { email } }
  },
  confirmReset: async () => {
    const { id } = await person()
    const form = { token: await link(id, 'reset'), new: NEW_PASSWORD }
    const sees: Sees = ['SELECT password <> ? FROM users WHERE id = ?', password, id]
    return { what: 'POST /api/v3/password/reset/confirm', form, sees }
  },
  endSession: async () => {
    const who = await person()
    return { what: `DELETE /api/v3/sessions/${who.id}`, who }
  },
  createToken: async () => ({ what: 'POST /api/v3/tokens', who: await person(), form: FORM }),
  deleteToken: async () => {
    const who = await person()
    const id = idOf(await made({ what: 'POST /api/v3/tokens', who, form: FORM }))
    return { what: `DELETE /api/v3/tokens/${id}`, who }
  },
  updateUser: async () => {
    const who = await person()
    const form = { description: 'new', email: `changed-${who.email}` }
    const sees: Sees = ['SELECT description FROM users WHERE id = ?', who.id]
    return { what: 'PUT /api/v1/users/self/', who, form, headers: { Password: PASSWORD }, sees }
  },
  setRole: async () => {
    const { id } = await person()
    const sees: Sees = ['SELECT role FROM users WHERE id = ?', id]
    return {
      what: `PUT /api/v3/users/${id}/role`,
      who: await person('staff'),
      form: { role: 'artist' },
      sees,
    }
  },
  passkeyChallenge: async () => ({ what: 'POST /api/v3/login/passkey', form: {} }),
  addFactor: async () => {
    const who = await person()
    const form = { secret: APP_SECRET, code: await codeOf(APP_SECRET, stepAt(Date.now())) }
    return { what: 'POST /api/v3/factors', who, form, sees: factorsOf(who) }
  },
  removeFactor: async () => {
    const who = await withFactor()
    return { what: `DELETE /api/v3/factors/${who.id}`, who, sees: factorsOf(who) }
  },
  renewRecoveryCodes: async () => {
    const who = await withFactor()
    const sees: Sees = ['SELECT count(*) FROM recovery_codes WHERE user_id = ?', who.id]
    return { what: 'POST /api/v3/factors/codes', who, form: {}, sees }
  },
  removePersonFactors: async () => {
    const { id } = await withFactor()
    const form = { reason: 'Lost the phone' }
    return { what: `DELETE /api/v3/users/${id}/factors`, who: await person('staff'), form }
  },
  confirmSession: async () => {
    const who = await person()
    const sees: Sees = ["SELECT confirmed_at <> '' FROM sessions WHERE user_id = ?", who.id]
    return { what: 'POST /api/v3/session/confirm', who, form: { password: PASSWORD }, sees }
  },
  cancelNewAddress: async () => {
    const who = await person()
    const form = { email: `changed-${who.email}` }
    await made({ what: 'PUT /api/v1/users/self/', who, form, headers: { Password: PASSWORD } })
    return { what: 'DELETE /api/v3/account/email', who }
  },
  setState: async () => {
    const { id } = await person()
    const sees: Sees = ['SELECT standing FROM users WHERE id = ?', id]
    const form = { state: 'suspended', reason: 'spam' }
    return { what: `PUT /api/v3/users/${id}/state`, who: await person('staff'), form, sees }
  },
  endPersonSession: async () => {
    const { id } = await person()
    return { what: `DELETE /api/v3/users/${id}/sessions/${id}`, who: await person('staff') }
  },
  actOnItems: async () => {
    const { id, name } = await person()
    const form = { act: 'hide', username: name, reason: 'spam' }
    return { what: `POST /api/v3/users/${id}/items`, who: await person('staff'), form }
  },
  deletePersonToken: async () => {
    const who = await person()
    const id = idOf(await made({ what: 'POST /api/v3/tokens', who, form: FORM }))
    return { what: `DELETE /api/v3/users/${who.id}/tokens/${id}`, who: await person('staff') }
  },
  revealMail: async () => {
    const who = await person()
    await made({ what: 'POST /api/v3/password/reset', form: { email: who.email } })
    const mail = firstOf('SELECT max(id) FROM outbox WHERE recipient = ?', who.email)
    const form = { reason: 'They asked' }
    return { what: `POST /api/v3/outbox/${mail}/reveal`, who: await person('staff'), form }
  },
  resendMail: async () => {
    const who = await person()
    await made({ what: 'POST /api/v3/password/reset', form: { email: who.email } })
    const mail = firstOf('SELECT max(id) FROM outbox WHERE recipient = ?', who.email)
    return { what: `POST /api/v3/outbox/${mail}/resend`, who: await person('staff') }
  },
  createKey: async () => ({ what: 'POST /api/v3/keys/', who: await person('staff'), form: FORM }),
  deleteKey: async () => {
    const who = await person('staff')
    const id = idOf(await made({ what: 'POST /api/v3/keys/', who, form: FORM }))
    return { what: `DELETE /api/v3/keys/${id}`, who }
  },
  'deleteAccount, without the items': async () => {
    const { who } = await owner()
    return { what: 'DELETE /api/v3/account', who, form: { password: PASSWORD } }
  },
  'deleteAccount, items stay': async () => {
    const { who } = await owner()
    return { what: 'DELETE /api/v3/account', who, form: { password: PASSWORD, keep_gifs: 'true' } }
  },
  'uploadGif, one part': async () => uploadOf(await person()),
  'uploadGif, several parts': async () => uploadOf(await person(), 6 * 1024 * 1024),
  renditions: async () => {
    const { who, id } = await owner()
    const files = {
      'fixed_width.webp': sizedWebp({ width: 200, height: 100 }),
      'original.mp4': sizedMp4({ width: 240, height: 120 }),
    }
    return { what: `POST /api/v3/gifs/${id}/renditions`, who, files, sees: uploadState(id) }
  },
  retryUpload: async () => {
    const { who, id } = await owner()
    sql("UPDATE uploads SET state = 'failed' WHERE gif_id = ?", id)
    return { what: `POST /api/v3/uploads/${id}/retry`, who, sees: uploadState(id) }
  },
  cancelUpload: async () => {
    const { who, id } = await owner()
    // As if a job had it: its own message may still come, and would find nothing to do.
    sql("UPDATE uploads SET state = 'working', updated_at = ? WHERE gif_id = ?", new Date().toISOString(), id)
    return { what: `DELETE /api/v3/uploads/${id}`, who, sees: uploadState(id) }
  },
  'updateGif, title': () => edit('title', 'A new name'),
  'updateGif, is_hidden': () => edit('is_hidden', '1'),
  'updateGif by staff': async () => ({ ...(await edit('title', 'By staff')), who: await person('staff') }),
  editGif: async () => {
    const { who, id } = await owner()
    const form = { title: 'A new name', tags: 'one, two', is_hidden: 'true' }
    const sees: Sees = ['SELECT title || is_hidden FROM gifs WHERE id = ?', id]
    return { what: `PUT /api/v1/gifs/${id}/`, who, form, sees }
  },
  'editGif by staff': async () => {
    const { id } = await owner()
    const form = { title: 'By staff', is_hidden: 'true' }
    const sees: Sees = ['SELECT title || is_hidden FROM gifs WHERE id = ?', id]
    return { what: `PUT /api/v1/gifs/${id}/`, who: await person('staff'), form, sees }
  },
  deleteGif: async () => {
    const { who, id } = await owner()
    return { what: `DELETE /api/v1/gifs/${id}/`, who }
  },
  putCta: async () => {
    const { who, id } = await owner()
    const form = { link: 'https://shop.test/cat', text: 'Buy the cat' }
    return { what: `PUT /v1/gifs/${id}/cta`, who, form, sees: oneOf('cta_link', id) }
  },
  removeCta: async () => {
    const { who, id } = await owner()
    sql("UPDATE gifs SET cta_link = 'https://shop.test/cat' WHERE id = ?", id)
    return { what: `DELETE /v1/gifs/${id}/cta`, who, sees: oneOf('cta_link', id) }
  },
  takedown: async () => takenDown(await person('staff'), (await owner()).id),
  restoreTakedown: async () => {
    const { who, id } = await owner('staff')
    await made(await takenDown(who, id))
    const row = firstOf('SELECT id FROM removals WHERE gif_id = ?', id)
    const sees = oneOf('is_removed', id)
    return { what: `POST /api/v3/content-takedown/${row}/restore`, who, form: {}, sees }
  },
  addFavorite: async () => {
    const { who, id } = await owner()
    return { what: `PUT /api/v1/users/self/favorites/${id}`, who }
  },
  removeFavorite: async () => {
    const { who, id } = await owner()
    await made({ what: `PUT /api/v1/users/self/favorites/${id}`, who })
    return { what: `DELETE /api/v1/users/self/favorites/${id}`, who }
  },
}
export const NAMES = Object.keys(WRITES)

export function prepare(name: string): Promise<Write> {
  const write = WRITES[name]
  if (!write) throw new Error(name)
  return write()
}
