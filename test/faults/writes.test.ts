import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../worker/origin/people/passwords.ts'
import { csrfOf, hashOf, newSecret } from '../../worker/origin/people/secrets.ts'
import { sampleBytes } from '../fixtures/media-samples.ts'
import { tries } from '../fixtures/tries.ts'
import { d1 } from './d1-service.ts'
import type { FaultMode } from './fault-point.ts'
import { r2 } from './r2-service.ts'
import { type Rig, startRig, type Timed } from './rig.ts'

let rig: Rig
let password: string

beforeAll(async () => {
  password = await hashPassword(PASSWORD)
  rig = await startRig({})
}, 120_000)

/** Ends all faults. After many of them a breaker is open for some seconds: then an unknown item is not even looked for. */
async function heal(): Promise<void> {
  for (const point of Object.values(rig.points)) Object.assign(point, { mode: 'ok', skip: 0 })
  d1.writes = 'ok'
  r2.writes.clear()
  const status = async () => (await rig.get(`/v1/gifs/${fresh('none')}`)).status
  await expect.poll(status, { timeout: 40_000, interval: 500 }).toBe(404)
}
afterEach(heal)
afterAll(() => rig?.stop())

const PASSWORD = 'correct horse battery'
const LATER = '2999-01-01T00:00:00.000Z'

const sql = (statement: string, ...values: (string | number)[]) => rig.db.prepare(statement).run(...values)
const firstOf = (query: string, ...values: (string | number)[]) =>
  Object.values(rig.db.prepare(query).get(...values) ?? { none: null })[0]

let numbers = 0
const fresh = (word: string) => `${word}${numbers++}`

type Person = { id: string; name: string; email: string; headers: Record<string, string> }

/** Somebody new who is signed in, in a browser. */
async function person(role = 'user', state = 'active'): Promise<Person> {
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

type Write = {
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

function make(write: Write): Promise<Timed> {
  const [method = '', path = ''] = write.what.split(' ')
  const headers = {
    Origin: rig.base,
    'Sec-Fetch-Site': 'same-origin',
    ...(write.who?.headers ?? { Cookie: 'csrftoken=a-visitor', 'X-CSRFToken': 'a-visitor' }),
    ...(write.json !== undefined && { 'Content-Type': 'application/json' }),
    ...write.headers,
  }
  return rig.get(path, { method, headers, body: bodyOf(write), signal: AbortSignal.timeout(60_000) })
}

async function made(write: Write): Promise<Timed> {
  const response = await make(write)
  expect(response.status, `${write.what}: ${response.text}`).toBeLessThan(300)
  return response
}

/** A file that nobody has sent. What follows a GIF's trailer changes its hash and nothing else. */
const freshFile = (more = 0) =>
  Uint8Array.from([...sampleBytes('gif'), ...new TextEncoder().encode(fresh('file')), ...Array(more).fill(0)])

const uploadOf = (who: Person, more = 0): Write => ({
  what: 'POST /v1/gifs',
  who,
  files: { file: freshFile(more) },
})

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
    const form = { token: await link(id, 'confirm') }
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
    const files = { 'fixed_width.webp': sampleBytes('webp'), 'original.mp4': sampleBytes('mp4') }
    return { what: `POST /api/v3/gifs/${id}/renditions`, who, files, sees: uploadState(id) }
  },
  retryUpload: async () => {
    const { who, id } = await owner()
    sql("UPDATE uploads SET state = 'failed' WHERE gif_id = ?", id)
    return { what: `POST /api/v3/uploads/${id}/retry`, who, sees: uploadState(id) }
  },
  cancelUpload: async () => {
    const { who, id } = await owner()
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
const NAMES = Object.keys(WRITES)

/**
 * What is made anew when its answer was lost: its secret was in that answer, a mail is asked for again, or the log of acts
 * has a second one. Nothing but these doubles.
 */
const AGAIN = [
  ...['login', 'createToken', 'createKey'],
  ...['registerResend', 'resetPassword', 'updateUser'],
  ...['updateGif by staff', 'editGif by staff'],
]

const TABLES = [
  ...['users', 'sessions', 'tokens', 'links', 'keys', 'outbox', 'audit', 'favorites', 'removals'],
  ...['gifs', 'renditions', 'uploads', 'tags', 'channels'],
]

type State = { rows: number[]; sees: unknown }

const stateOf = ({ sees }: Write): State => ({
  rows: TABLES.map((table) => Number(firstOf(`SELECT count(*) FROM ${table}`))),
  sees: sees && firstOf(...sees),
})

const plus = ({ rows }: State, { rows: more, sees }: State): State => ({
  rows: rows.map((count, at) => count + (more[at] ?? 0)),
  sees,
})

/** Everything in the bucket is a row's or will be deleted, and no row lacks its file. */
function expectNoStrayFile(): void {
  const isKnown = `
    SELECT EXISTS (SELECT 1 FROM renditions WHERE r2_key = ?1) OR EXISTS (SELECT 1 FROM unused_files WHERE r2_key = ?1)`
  expect([...r2.files.keys()].filter((key) => !firstOf(isKnown, key))).toEqual([])
  const files = rig.db.prepare('SELECT file FROM uploads').all()
  expect(files.filter(({ file }) => !r2.files.has(String(file)))).toEqual([])
}

const changes = new Map<string, State>()

/** What a write changes where nothing is wrong: learned once. */
async function changeBy(name: string): Promise<State> {
  const known = changes.get(name)
  if (known) return known
  const write = await prepare(name)
  const before = stateOf(write)
  await made(write)
  const { rows, sees } = stateOf(write)
  const change = { rows: rows.map((count, at) => count - (before.rows[at] ?? 0)), sees }
  expect({ rows: TABLES.map(() => 0), sees: before.sees }, `${name} changes something`).not.toEqual(change)
  changes.set(name, change)
  return change
}

function prepare(name: string): Promise<Write> {
  const write = WRITES[name]
  if (!write) throw new Error(name)
  return write()
}

function expectRefused(name: string, { status, headers, text }: Timed): void {
  expect([name, status, text]).toEqual([
    name,
    503,
    expect.not.stringMatching(/D1_|SQLITE|refused|127\.0\.0/i),
  ])
  const wait = Number(headers.get('retry-after'))
  expect([name, wait >= 1 && wait <= 6]).toEqual([name, true])
}

/** The write is made again, where nothing is wrong: then the whole change is there, once. */
async function expectRetried(name: string, write: Write, before: State, isLost = false): Promise<void> {
  await heal()
  const change = await changeBy(name)
  const after = stateOf(write)
  const wasMade = JSON.stringify(after) !== JSON.stringify(before)
  if (wasMade) expect([name, after]).toEqual([name, plus(before, change)])
  const retried = await make(write)
  // What is made already may be refused: the name is taken, the link was used.
  if (isLost && wasMade) expect([name, retried.status < 500]).toEqual([name, true])
  else expect([name, retried.status < 300]).toEqual([name, true])
  const isDouble = wasMade && AGAIN.includes(name)
  if (!isDouble) expect([name, stateOf(write)]).toEqual([name, plus(before, change)])
  expectNoStrayFile()
}

const locked: FaultMode = { json: { success: false, error: 'database is locked: SQLITE_BUSY' } }

describe('F12: D1 fails at the first, second … call of a write: all or nothing, a 503, and a retry makes it whole', () => {
  it.each(NAMES)('%s', async (name) => {
    await changeBy(name)
    for (const mode of [500, locked] as const) {
      let write = await prepare(name)
      let before = stateOf(write)
      for (let skip = 0; ; skip++) {
        expect(skip).toBeLessThan(25)
        Object.assign(rig.points.d1, { mode, skip })
        const response = await make(write)
        const isReached = rig.points.d1.skip < 0
        await heal()
        if (response.status < 300) {
          // What fails after the response is the jobs' to repeat.
          expect([name, stateOf(write)]).toEqual([name, plus(before, await changeBy(name))])
          expect(skip).toBeGreaterThan(0)
          break
        }
        expectRefused(name, response)
        if (!isReached) {
          // A read that failed is known to fail for some seconds: on with another item.
          write = await prepare(name)
          before = stateOf(write)
          skip--
          continue
        }
        // The last read of a call may fail once everything is written.
        if (JSON.stringify(stateOf(write)) === JSON.stringify(before)) continue
        await expectRetried(name, write, before, true)
        break
      }
      expectNoStrayFile()
    }
  })
})

describe('F12: D1 makes a change, and its answer is lost: the whole change is there, and a retry does not double it', () => {
  it.each(NAMES)('%s', async (name) => {
    await changeBy(name)
    const write = await prepare(name)
    const before = stateOf(write)
    d1.writes = 'lost'
    expectRefused(name, await make(write))
    await expectRetried(name, write, before, true)
  })
})

it('F32: D1 hangs at the first write of each call: 503, nothing is written, and a retry makes it whole', async ({
  task,
}) => {
  tries(task, NAMES.length)
  for (const name of NAMES) await changeBy(name)
  const writes = new Map<string, Write>()
  for (const name of NAMES) writes.set(name, await prepare(name))
  const before = [...writes.values()].map(stateOf)
  d1.writes = 'hang'
  const responses = await Promise.all(
    [...writes].map(async ([name, write]) => [name, await make(write)] as const),
  )
  for (const [name, response] of responses) expectRefused(name, response)
  expect([...writes.values()].map(stateOf)).toEqual(before)
  for (const [name, write] of writes) await expectRetried(name, write, stateOf(write))
}, 120_000)

describe('F13: R2 fails while a file is taken in: 503, no row, and a retry makes it whole', () => {
  const METHODS = {
    'uploadGif, one part': ['put'],
    'uploadGif, several parts': ['createMultipartUpload', 'uploadPart', 'completeMultipartUpload'],
    renditions: ['put'],
  }
  const rows = Object.entries(METHODS).flatMap(([name, methods]) => methods.map((method) => [name, method]))

  it.each(rows)('%s: %s refuses, then its answer is lost', async (name = '', method = '') => {
    await changeBy(name)
    for (const fault of ['refuse', 'lost'] as const) {
      const write = await prepare(name)
      const before = stateOf(write)
      r2.writes.set(method, fault)
      expectRefused(name, await make(write))
      expect(stateOf(write)).toEqual(before)
      await expectRetried(name, write, before)
    }
  })

  it('F32: and where it hangs, in the middle of an upload too', async ({ task }) => {
    tries(task, rows.length - 1)
    for (const name of Object.keys(METHODS)) await changeBy(name)
    const rounds = [['put', 'completeMultipartUpload'], ['uploadPart']]
    for (const methods of rounds) {
      const names = Object.entries(METHODS).flatMap(([name, own]) =>
        own.some((method) => methods.includes(method)) ? [name] : [],
      )
      const writes = await Promise.all(names.map(async (name) => [name, await prepare(name)] as const))
      const before = writes.map(([, write]) => stateOf(write))
      for (const method of methods) r2.writes.set(method, 'hang')
      const responses = await Promise.all(
        writes.map(async ([name, write]) => [name, await make(write)] as const),
      )
      for (const [name, response] of responses) expectRefused(name, response)
      expect(writes.map(([, write]) => stateOf(write))).toEqual(before)
      for (const [name, write] of writes) await expectRetried(name, write, stateOf(write))
    }
  }, 180_000)
})

it.for<FaultMode>([500, 'hang'])(
  'F31: the queue of jobs: %s: every write is made, once, and its answer is good',
  { timeout: 120_000 },
  async (mode, { task }) => {
    tries(task, NAMES.length)
    for (const name of NAMES) {
      await changeBy(name)
      const write = await prepare(name)
      const before = stateOf(write)
      rig.points.queue.mode = mode
      const { status, text } = await make(write)
      expect(status, `${name}: ${text}`).toBeLessThan(300)
      const { rows } = plus(before, await changeBy(name))
      expect([name, stateOf(write).rows]).toEqual([name, rows])
      await heal()
    }
  },
)
