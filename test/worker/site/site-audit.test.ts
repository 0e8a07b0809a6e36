import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../../origin/people/secrets.ts'
import type { Call } from '../../../shared/calls/call.ts'
import { ownSiteCalls, siteCalls } from '../../../shared/calls/catalogue.ts'
import { gatewayCalls } from '../../../shared/calls/gateway.ts'
import { workerCalls } from '../../../shared/calls/services.ts'
import { exampleOf } from '../../fixtures/calls/call-examples.ts'
import { freshFile } from '../../fixtures/library/uploads.ts'
import { embeddedSite, PASSWORD } from '../../fixtures/site/embedded-site.ts'
import { comes, OWNER_FACTOR, PEOPLE, reset } from '../../fixtures/site/role-rows.ts'
import { tries } from '../../fixtures/site/tries.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
let password: string

beforeAll(async () => {
  password = await hashPassword(PASSWORD)
})

const CALLS = Object.entries<Call>({ ...siteCalls, ...ownSiteCalls, ...workerCalls, ...gatewayCalls })
const WRITES = CALLS.filter(([, { method }]) => method !== 'GET')

/** Writes that take no right over others: everybody makes them, of what is their own, or of what anyone may. */
const BY_ANYONE: readonly string[] = [
  ...['register', 'registerConfirm', 'registerResend', 'login', 'logout', 'resetPassword', 'confirmReset'],
  ...['changePassword', 'endSession', 'createToken', 'deleteToken', 'deleteAccount'],
  ...['confirmSession', 'cancelNewAddress'],
  ...['passkeyChallenge', 'addFactor', 'removeFactor', 'renewRecoveryCodes'],
  ...[
    'gifAnalytic',
    'analytics',
    'shareAnalytics',
    'report',
    'reportSearch',
    'claim',
    'object',
    'instashare',
    'twitterUpload',
  ],
  ...['uploadGif', 'createStory', 'follow', 'unfollow', 'addFavorite', 'removeFavorite'],
  'putDigest',
  // It gives a moderator work, and changes none of it.
  'assignBatchAction',
]

type Sent = { form?: string; json?: object; body?: () => FormData }
/** A request of a call: its example, or what is other about it; `first` are statements for rows that it needs. */
type Request = Sent & { path?: string; first?: readonly string[] }

const upload = (state: string) =>
  `INSERT OR REPLACE INTO uploads (gif_id, user_id, sha256, file, state, created_at, updated_at)
   VALUES ('abc', '42', 'sha', 'm/abc.gif', '${state}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')`
const WAITS = `INSERT OR REPLACE INTO moderation_queue (gif_id, job_id, queued_at)
  VALUES ('abc', 'reports', '2026-11-01T00:00:00.000Z')`
const DECIDED = `INSERT INTO moderations (act, gif_id, user_id, action, rating, was_rating, was_hidden, created_at)
  SELECT 'act', 'abc', value, 'hide', 'g', 'g', 0, '2026-11-01T00:00:00.000Z' FROM json_each('["u4","u5"]')
   WHERE value = (SELECT id FROM users WHERE role = 'moderator')`
const HIDDEN = "UPDATE gifs SET is_hidden = 1, hidden_by = 'owner' WHERE id = 'abc'"

function files(): FormData {
  const body = new FormData()
  body.append('original.gif', new Blob([freshFile()]), 'original.gif')
  return body
}

function picture(): FormData {
  const body = new FormData()
  body.append('file', new Blob([freshFile()]), 'a.gif')
  return body
}

/** A request of a person's picture, by its path. */
const pictured = (name: string, sent: Sent = {}): Request => ({ path: `/api/v3/users/42/${name}`, ...sent })

const moderated = (form: string): Request => ({ form, first: [WAITS] })

/** What is asked for besides the example: each way that a call writes. */
const REQUESTS: Record<string, readonly Request[]> = {
  updateGif: [
    {},
    ...['title', 'alt_text', 'source'].map((key) => ({
      form: `gif_id=abc&key=${key}&value=https://a.example.com/`,
    })),
    ...['tags=x', 'rating=r', 'type=sticker', 'is_indexable=false', 'is_hidden=true'].map((change) => {
      const [key, value] = change.split('=')
      return { form: `gif_id=abc&key=${key}&value=${value}` }
    }),
    { form: 'gif_id=abc&key=is_hidden&value=false', first: [HIDDEN] },
  ],
  editGif: [{}, { form: 'is_hidden=true' }, { form: 'title=B&rating=r&is_hidden=true' }],
  moderateGif: [
    ...['approve', 'hide', 'skip', 'remove'].map((action) => moderated(`action=${action}&reason=x`)),
    ...['approve', 'hide', 'rating', 'remove'].map((action) => moderated(`action=${action}&rating=pg`)),
    { form: 'action=hide', first: [HIDDEN] },
    { form: 'action=undo', first: [HIDDEN, DECIDED] },
  ],
  decideCases: ['approve', 'rating', 'hide', 'remove'].map((decision) => ({
    json: { cases: [{ id: 'abc' }], decision, ...(decision === 'rating' && { rating: 'pg' }) },
  })),
  updateBatchAction: ['approve', 'hide', 'skip', 'rating:pg', 'remove'].map((action) => ({
    form: `action=${action}`,
  })),
  putAvatar: [pictured('avatar', { body: picture })],
  removeAvatar: [pictured('avatar')],
  putBanner: [pictured('banner', { body: picture })],
  removeBanner: [pictured('banner')],
  decideReport: [{}, { form: 'state=rejected' }],
  // The file has this size.
  sendRenditions: [
    {
      body: files,
      first: ["UPDATE renditions SET width = 240, height = 120, frames = 3 WHERE gif_id = 'abc'"],
    },
  ],
  leaseRenditions: [{ first: [upload('queued')] }],
  reportRenditions: [{ first: [upload('working'), "UPDATE uploads SET lease = 'held'"] }],
  // Its reader has room for the mail that tells them.
  revealMail: [{ first: ['DELETE FROM outbox WHERE id > 1'] }],
  removePersonFactors: [{ first: [OWNER_FACTOR] }],
  retryUpload: [{ first: [upload('failed')] }],
  cancelUpload: [{ first: [upload('queued')] }],
  addLanguageTags: [{}, { json: { tags: ['cat'], lang: 'en' } }],
  // What is as it should be already is no act.
  addRedirects: [{ json: { redirects: [{ source: 'giphy', old_id: 'other', to: 'abc' }] } }],
  deleteSchedule: [
    {
      first: [
        "INSERT INTO scheduled_gifs (gif_id, at, type, is_sticker) VALUES ('abc', '2026-09-21T14:13:20.000Z', 'gif', 0)",
      ],
    },
  ],
  moveChannel: [{}, { form: 'position=1&target_channel=0' }],
  updateChannel: [{}, { form: 'parent=9' }, { form: 'position=0' }],
}

const methodOf = ({ method }: Call) => (method === 'ANY' ? 'POST' : method)
const ACTORS = PEOPLE.filter(({ name }) => ['owner', 'moderator', 'staff'].includes(name))
type Person = (typeof PEOPLE)[number]

async function made(name: string, call: Call, actor: Person, { first = [], body, ...request }: Request) {
  await reset(password)
  // The last of the schedule is as it was.
  const before = ['DELETE FROM scheduled_gifs', ...first].map((sql) => env.DB.prepare(sql))
  await env.DB.batch(before)
  const last = (await env.DB.prepare('SELECT max(id) AS id FROM audit').first<number>('id')) ?? 0
  const { path, form, json } = { ...exampleOf(name), ...request }
  const { visitor } = await comes(site, actor, 'session')
  const response = await visitor.call(`${methodOf(call)} ${path}`, {
    ...(form !== undefined && { form: Object.fromEntries(new URLSearchParams(form)) }),
    ...(json && { json }),
    ...(body && { body: body() }),
  })
  await response.text()
  const { results } = await env.DB.prepare('SELECT actor_id, action, target FROM audit WHERE id > ?1')
    .bind(last)
    .all<{ actor_id: string; action: string; target: string }>()
  return { status: response.status, rows: results }
}

/** They want an empty installation, and have a test of their own: one row each (`test/commands/backup.test.ts`). */
const OF_RESTORES: readonly string[] = ['beginRestore', 'sendBackup', 'endRestore']

const NOTED = WRITES.filter(([name]) => !BY_ANYONE.includes(name) && !OF_RESTORES.includes(name))
const table: string[] = []
afterAll(() => console.info(['call | owner | moderator | staff', ...table].join('\n')))

describe('T58: what is written by a right over others is noted, once', () => {
  it('T58: every write of the catalogue is in the table', () => {
    expect(BY_ANYONE.filter((name) => !WRITES.some(([known]) => known === name))).toEqual([])
    expect(WRITES.length).toBe(NOTED.length + BY_ANYONE.length + OF_RESTORES.length)
    const above = WRITES.filter(([, { role }]) => !['visitor', 'user'].includes(role)).map(([name]) => name)
    expect(above.filter((name) => BY_ANYONE.includes(name))).toEqual(['assignBatchAction', 'putDigest'])
  })

  it.for(NOTED)('T58: %s', async ([name, call], { task }) => {
    const requests = REQUESTS[name] ?? [{}]
    tries(task, requests.length * ACTORS.length)
    const wrong: object[] = []
    let others = 0
    for (const request of requests) {
      const cells: string[] = []
      for (const actor of ACTORS) {
        const { status, rows } = await made(name, call, actor, request)
        const isDone = status < 300
        const isOwn = actor.name === 'owner'
        if (isDone && !isOwn) others += 1
        const expected = isDone ? (isOwn ? [0, 1] : [1]) : [0]
        const isRight = expected.includes(rows.length) && rows.every(({ actor_id }) => actor_id === actor.id)
        if (!isRight) wrong.push({ actor: actor.name, status, rows, request })
        cells.push(isDone ? rows.map(({ action }) => action).join(' ') || '-' : String(status))
      }
      table.push([name, ...cells].join(' | '))
    }
    expect(wrong).toEqual([])
    expect(others).toBeGreaterThanOrEqual(requests.length)
  })
})
