import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { csrfOf, hashOf, hashPassword } from '../../../origin/people/secrets.ts'
import { type Call, ownPath, ROLE_RANK } from '../../../shared/calls/call.ts'
import { ownSiteCalls, siteCalls } from '../../../shared/calls/catalogue.ts'
import { gatewayCalls } from '../../../shared/calls/gateway.ts'
import { workerCalls } from '../../../shared/calls/services.ts'
import { exampleOf } from '../../fixtures/calls/call-examples.ts'
import { embeddedSite, PASSWORD, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'

const OWNER = '42'
/**
 * Everybody of the table. The owner has user 42, GIF `abc`, channels 7 and 9 with tags, story `s1`, session `s1`, token `t1`; the
 * moderator has batch 5.
 */
const PEOPLE = [
  { name: 'user', id: 'u1', role: 'user' },
  { name: 'owner', id: OWNER, role: 'user' },
  { name: 'other user', id: 'u2', role: 'user' },
  { name: 'artist', id: 'u3', role: 'artist' },
  { name: 'moderator', id: 'u4', role: 'moderator' },
  { name: 'staff', id: 'u5', role: 'staff' },
  // The last of the staff can neither leave nor become less.
  { name: 'more staff', id: 'u6', role: 'staff' },
] as const
type Person = Pick<(typeof PEOPLE)[number], 'name' | 'id' | 'role'>
type Actor = Person | { name: 'visitor'; id: ''; role: 'visitor' }
const ACTORS: readonly Actor[] = [{ name: 'visitor', id: '', role: 'visitor' }, ...PEOPLE.slice(0, -1)]

const WAYS = ['session', 'token'] as const
type Way = (typeof WAYS)[number]

/** Who may act on the row of a call's example, where its role alone does not say so. */
const ROWS: Record<string, 'owner or staff' | 'owner alone' | undefined> = {
  updateUser: 'owner or staff',
  // Below the owner's channel.
  createChannel: 'owner or staff',
  endSession: 'owner alone',
  deleteToken: 'owner alone',
  ownGif: 'owner alone',
}

/** The contract's own table of what takes more than an account ("who | may"), beside the entries that the product reads. */
const ABOVE_ARTISTS = {
  moderator: [
    'moderateGif',
    'batchActions',
    'updateBatchAction',
    'assignBatchAction',
    'batchLeaderboard',
    'searchCsv',
    'reports',
    'allGifs',
    'decideReport',
    'overview',
    'health',
    'searches',
  ],
  staff: [
    'takedown',
    'takedowns',
    'restoreTakedown',
    'people',
    'setRole',
    'person',
    'updatePerson',
    'endPersonSessions',
    'cached',
    'refreshCached',
    'redirects',
    'addRedirects',
    'deleteRedirect',
    'keys',
    'createKey',
    'deleteKey',
    'deadLetters',
    'deleteDeadLetter',
    'resendDeadLetters',
    'outbox',
    'audit',
    'scheduleTrendingStory',
    'deleteTrendingStory',
    'putContentBlock',
    'deleteContentBlock',
    'createSchedule',
    'schedule',
    'deleteSchedule',
    'schedulerActivity',
  ],
} as const

const site = embeddedSite()
let password: string

beforeAll(async () => {
  password = await hashPassword(PASSWORD)
})

const secretOf = ({ id }: Actor, way: Way) => `${way}-${id}-${'x'.repeat(40)}`

/** Everybody and what the owner has, anew: many a call ends what the next one needs. */
async function reset(): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)
  const people = await Promise.all(
    PEOPLE.map(async ({ name, id, role }) => ({
      id,
      role,
      username: name.replace(' ', '-'),
      session: await hashOf(secretOf({ name, id, role } as Actor, 'session')),
      token: await hashOf(secretOf({ name, id, role } as Actor, 'token')),
    })),
  )
  const list = JSON.stringify(people)
  await env.DB.batch([
    ...['reports', 'stories', 'gifs', 'channels', 'keys', 'removals', 'users'].map((table) =>
      run(`DELETE FROM ${table}`),
    ),
    run(
      `INSERT INTO users (id, username, display_name, email, password, role)
       SELECT value ->> 'id', value ->> 'username', value ->> 'username',
              value ->> 'username' || '@example.test', ?2, value ->> 'role' FROM json_each(?1)`,
      list,
      password,
    ),
    run(
      `INSERT INTO sessions (hash, id, user_id, created_at, last_used_at, expires_at)
       SELECT value ->> 'session', iif(value ->> 'id' = '${OWNER}', 's1', 's-' || (value ->> 'id')), value ->> 'id',
              ?2, ?2, '2100-01-01T00:00:00.000Z' FROM json_each(?1)`,
      list,
      new Date().toISOString(),
    ),
    run(
      `INSERT INTO tokens (hash, id, user_id, name, created_at)
       SELECT value ->> 'token', iif(value ->> 'id' = '${OWNER}', 't1', 't-' || (value ->> 'id')), value ->> 'id',
              'program', ?2 FROM json_each(?1)`,
      list,
      new Date().toISOString(),
    ),
    run(
      `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
       SELECT value, value, value, 'gif', '2026-11-01 10:00:00', '${OWNER}' FROM json_each('["abc","def","down"]')`,
    ),
    run(
      `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
       VALUES ('abc', 'original', 'gif', 200, 100, 1000, 24, 'm/abc.gif')`,
    ),
    run(
      `INSERT INTO channels (id, slug, display_name, user_id) VALUES (7, 'cats', 'Cats', '${OWNER}'), (9, 'dogs', 'Dogs', '${OWNER}')`,
    ),
    run(`INSERT INTO channel_ranked_tags (id, channel_id, tag, rank) VALUES (3, 7, 'cat', 1)`),
    run(`INSERT INTO channel_magic_tags (id, channel_id, tag) VALUES (3, 7, 'dog')`),
    run(
      `INSERT INTO stories (id, slug, user_id, gifs, publish_at, created_at, updated_at)
       VALUES ('s1', 'happy-cats', '${OWNER}', '["abc"]', ?1, ?1, ?1)`,
      '2026-11-01T00:00:00.000Z',
    ),
    run(
      "INSERT INTO trending_stories (id, story_id, publish_at) VALUES (9, 's1', '2026-11-01T00:00:00.000Z')",
    ),
    run(
      `INSERT OR REPLACE INTO content_blocks (token, kind, updated_at)
       VALUES ('homepage', 'gifs', '2026-11-01T00:00:00.000Z')`,
    ),
    run(
      `INSERT INTO keys (hash, id, name, created_at) VALUES ('h', 'k1', 'partner', '2026-11-01T00:00:00.000Z')`,
    ),
    run(
      `INSERT INTO redirects (source, old_id, gif_id, created_at)
       VALUES ('giphy', 'xyz', 'abc', '2026-11-01T00:00:00.000Z')`,
    ),
    run(
      `INSERT INTO removals (id, gif_id, reason, actor_id, created_at)
       VALUES (1, 'down', 'asked', 'u5', '2026-11-01T00:00:00.000Z')`,
    ),
    run(
      `INSERT OR REPLACE INTO dead_letters (id, event, reason) VALUES (1, '{"action_type":"SEEN"}', 'refused')`,
    ),
    run(
      `INSERT INTO moderation_queue (gif_id, job_id, queued_at) VALUES ('def', 'uploads', '2026-11-01T00:00:00.000Z')`,
    ),
    run(
      `INSERT INTO reports (id, search_term, reasons, anonymous, visitor, created_at)
       VALUES (1, 'cats', '["spam"]', 0, 'v', '2026-11-01T00:00:00.000Z')`,
    ),
    run(
      `INSERT INTO moderation_batches (id, job_id, user_id, gif_ids, created_at, expires_at)
       VALUES (5, 'uploads', 'u4', '["def"]', '2026-11-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z')`,
    ),
  ])
}

async function comes(actor: Actor, way: Way): Promise<{ visitor: Visitor; token?: string }> {
  const visitor = site.visitor()
  const secret = secretOf(actor, way)
  if (way === 'token') return { visitor, token: secret }
  // A visitor's first write has a csrftoken too (`loginCheck`).
  visitor.cookies.set('csrftoken', actor.id ? await csrfOf(secret) : 'first')
  if (actor.id) visitor.cookies.set('__Host-session', secret)
  return { visitor }
}

const methodOf = ({ method }: Call) => (method === 'ANY' ? 'POST' : method)

async function statusOf(name: string, call: Call, actor: Actor, way: Way): Promise<number> {
  const { path, form, json } = exampleOf(name)
  const { visitor, token } = await comes(actor, way)
  const response = await visitor.call(`${methodOf(call)} ${path}`, {
    ...(token && { token }),
    ...(form !== undefined && { form: Object.fromEntries(new URLSearchParams(form)) }),
    ...(json && { json }),
  })
  await response.text()
  return response.status
}

/** What the table declares: allowed, or the statuses of a refusal. */
function declared(name: string, call: Call, actor: Actor, way: Way): 'allowed' | readonly number[] {
  if (call.role !== 'visitor' && actor.role === 'visitor') return [401]
  if (ROLE_RANK[actor.role] < ROLE_RANK[call.role]) return [403]
  // A token that was stolen would make others.
  if (name === 'createToken' && way === 'token') return [403]
  const row = ROWS[name] ?? (call.role === 'owner' ? 'owner or staff' : undefined)
  if (!row || actor.name === 'owner') return 'allowed'
  if (row === 'owner alone') return [404]
  return actor.role === 'staff' ? 'allowed' : [403]
}

function isAsDeclared(status: number, expected: 'allowed' | readonly number[]): boolean {
  if (expected !== 'allowed') return expected.includes(status)
  // 501: a call whose service is not configured here.
  return ![401, 403, 404, 410].includes(status) && (status < 500 || status === 501)
}

/** Calls whose example cannot succeed here, and what it gets. Each succeeds in a test of its own. */
const ENDS_OTHERWISE: Record<string, number> = {
  // They take a link from a mail (`site-accounts.test.ts`).
  registerConfirm: 400,
  confirmReset: 400,
  // They take files (`site-uploads.test.ts`, `site-renditions.test.ts`), and an upload that is on its way.
  uploadGif: 400,
  sendRenditions: 400,
  retryUpload: 409,
  cancelUpload: 409,
  // Its cursor is another gateway's (`gateway-stories.test.ts`).
  userStories: 400,
  // Its service is elsewhere (`site-content.test.ts`).
  spotifyArtist: 501,
}

const CALLS = Object.entries<Call>({ ...siteCalls, ...ownSiteCalls, ...workerCalls, ...gatewayCalls })

describe('T35: who may make a call of the embedded site (docs/contract.md, Roles)', () => {
  it.each(Object.entries(ABOVE_ARTISTS))('T35: what %s may, nobody else is declared to', (role, names) => {
    const declaredTo = CALLS.filter(([, call]) => call.role === role).map(([name]) => name)
    expect(declaredTo).toEqual(expect.arrayContaining([...names]))
  })

  it.for(CALLS)('T35: %s', async ([name, call], { task }) => {
    const cells = ACTORS.flatMap((actor) => WAYS.map((way) => ({ actor, way })))
    tries(task, cells.length)
    const wrong: string[] = []
    const allowed = new Set<number>()
    await reset()
    for (const { actor, way } of cells) {
      const status = await statusOf(name, call, actor, way)
      if (call.method !== 'GET' && status < 300) await reset()
      const expected = declared(name, call, actor, way)
      if (expected === 'allowed') allowed.add(status)
      if (!isAsDeclared(status, expected)) {
        wrong.push(
          `${call.method} ${ownPath(call)} by ${actor.name} (${way}): ${status}, declared ${expected}`,
        )
      }
    }
    expect(wrong).toEqual([])
    // Whoever may, gets what the call promises (`own-answers.ts`, which every answer in these tests is parsed by).
    const promised = ENDS_OTHERWISE[name]
    if (promised) expect([...allowed]).toEqual([promised])
    else expect([...allowed].filter((status) => status >= 200 && status < 300)).not.toEqual([])
  })
})
