import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ANY_RESPONSE } from '../../fixtures/calls/any-response.ts'
import { limiter } from '../../fixtures/upstreams/limiter.ts'
import { OWN, ownRequest, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const NAMES = ['GUESS_LIMIT', 'GUESS_WIDE_LIMIT', 'ACCOUNT_LIMIT', 'SESSION_LIMIT', 'TOTAL_LIMIT'] as const

const limits = () => Object.fromEntries(NAMES.map((name) => [name, limiter(name)]))

const TRIES = 150
const FORM = 'application/x-www-form-urlencoded'

/** What one guess sends: `n` is the value that is tried, at the same target where there is one. */
type Guess = (n: string) => { what: string; body?: string; headers?: Record<string, string> }

const GUESSES: [string, Guess][] = [
  ['confirmation tokens', (n) => ({ what: 'POST /api/v3/register/confirm', body: `token=guess-${n}` })],
  [
    'registrations',
    (n) => ({ what: 'POST /api/v3/register', body: `username=a&password=p&email=a${n}@b.c` }),
  ],
  ['mails sent again', (n) => ({ what: 'POST /api/v3/register/resend', body: `email=a${n}@b.c` })],
  ['passwords', (n) => ({ what: 'GET /api/v1/users/42/', headers: { Password: `guess${n}` } })],
  [
    'passwords of writes',
    (n) => ({ what: 'PUT /api/v1/users/43/', body: 'display_name=a', headers: { Password: `guess${n}` } }),
  ],
  ['sessions', (n) => ({ what: 'GET /login/check', headers: { Cookie: `__Host-session=guess${n}` } })],
  [
    'sessions at a read',
    (n) => ({ what: 'GET /users/self/follows', headers: { Cookie: `__Host-session=g${n}` } }),
  ],
  [
    'sessions at the scheduler',
    (n) => ({ what: 'GET /gateway/trendingscheduler/activity', headers: { Cookie: `__Host-session=s${n}` } }),
  ],
]

const no = (request: Request) =>
  request.url.endsWith('/login/check')
    ? Response.json({ logged_in: false })
    : Response.json({ message: 'no' }, { status: 403 })

let visitors = 0

/** A request by Cloudflare's network for a visitor at `address`; without one, by another network. */
function from(address: string | undefined, { what, body, headers }: ReturnType<Guess>): Request {
  const sent = { 'CF-Connecting-IP': address ?? `198.51.100.${visitors++ % 256}`, ...headers }
  const request = ownRequest(what, { body: body ?? null, type: FORM, headers: sent })
  return address ? new Request(request, { cf: { colo: 'ZRH' } }) : request
}

/** Sends `TRIES` guesses; returns how many the upstream got, and the last refusal. */
async function passed(
  guess: Guess,
  addressOf: (n: number) => string | undefined,
  { nameOf = String, tries = TRIES }: { nameOf?: (n: number) => string; tries?: number } = {},
) {
  const { send, received } = withUpstreams(no, limits())
  let last = new Response()
  for (let n = 0; n < tries; n++) last = await send(from(addressOf(n), guess(nameOf(n))))
  return { count: received.length, last }
}

async function expect429(response: Response) {
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60'])
  expect(await response.json()).toMatchObject({ error: { kind: 'rate-limited' } })
}

it.each(NAMES)('%s is bound', async (name) => {
  expect(await env[name].limit({ key: 'once' })).toEqual({ success: true })
})

describe('T33: 150 guesses', () => {
  it.each(GUESSES)('%s from one address', async (name, guess) => {
    const { count, last } = await passed(
      guess,
      () => `192.0.2.${GUESSES.findIndex(([each]) => each === name)}`,
    )
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(30)
    await expect429(last)
  })

  it.each([
    ['one /64', (n: number) => `2001:db8:64:1:${n.toString(16)}::1`, 30],
    ['one /48', (n: number) => `2001:db8:48:${n.toString(16)}::1`, 60],
    ['one mapped address', (n: number) => (n % 2 ? '::ffff:203.0.113.1' : '203.0.113.1'), 30],
  ])('from %s', async (_name, addressOf, limit) => {
    const guess = GUESSES[0]?.[1] ?? (() => ({ what: '' }))
    const { count, last } = await passed(guess, addressOf)
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(limit)
    await expect429(last)
  })

  it.each(GUESSES.filter(([name]) => /password/.test(name)))(
    'T59: %s at one target, from one network',
    async (name, guess) => {
      const { count, last } = await passed(guess, () => `203.1.0.${name.length}`)
      expect(count).toBe(5)
      await expect429(last)
    },
  )

  it.each(GUESSES.filter(([name]) => !/read|scheduler/.test(name)))(
    '%s at one target, from everywhere',
    async (name, guess) => {
      const target = `t${name.length}`
      const { count, last } = await passed(
        (n) => guess(/password/.test(name) ? n : target),
        (n) => `203.0.${n}.${name.length}`,
      )
      expect(count).toBeGreaterThan(0)
      // T59: loosely, since a stranger would close it for the right person; a session is a secret.
      expect(count).toBeLessThanOrEqual(/session/.test(name) ? 30 : 60)
      await expect429(last)
    },
  )
})

it('T44: from addresses that no trusted network names, all visitors count together', async () => {
  const guess = GUESSES[0]?.[1] ?? (() => ({ what: '' }))
  const { count, last } = await passed(guess, () => undefined, { tries: 650 })
  expect(count).toBe(600)
  await expect429(last)
})

describe('T33: who is not limited', () => {
  const yes = () => Response.json(ANY_RESPONSE)
  const READ = { what: 'GET /ajax/gif/abc/metadata' }

  it('a session that the site accepts', async () => {
    const { send, received } = withUpstreams(yes, limits())
    for (let n = 0; n < TRIES; n++) expect((await send(from('192.0.2.100', READ))).status).toBe(200)
    expect(received).toHaveLength(TRIES)
  })

  it('reads without a session, and a user without a password', async () => {
    const { send } = withUpstreams(yes, limits())
    for (let n = 0; n < TRIES; n++) {
      const what = n % 2 ? 'GET /ajax/gif/abc/metadata' : 'GET /api/v1/users/42/'
      const headers = { Cookie: '', Password: '' }
      expect((await send(from('192.0.2.101', { what, headers }))).status).toBe(200)
    }
  })

  it('everybody, where a limit is missing or fails', async () => {
    const failing = { limit: () => Promise.reject(new Error('down')) }
    const { send, received } = withUpstreams(no, { GUESS_LIMIT: failing })
    const [, guess] = GUESSES[0] ?? []
    for (let n = 0; n < TRIES; n++) await send(from('192.0.2.102', guess?.(`f${n}`) ?? READ))
    expect(received).toHaveLength(TRIES)
  })
})

it('T16: an address is believed for hosts that Cloudflare’s network serves alone', async () => {
  const keys: string[] = []
  const limit = async ({ key }: { key: string }) => {
    keys.push(key)
    return { success: true }
  }
  const { send } = withUpstreams(no, { GUESS_LIMIT: { limit } })
  const guess = { what: 'POST /api/v3/register/confirm', body: 'token=x' }
  await send(from('192.0.2.103', guess))
  await send(from(undefined, guess))
  for (const host of ['localhost:8787', '127.0.0.1', '[::1]:8080', 'a.localhost']) {
    const request = from('192.0.2.103', { ...guess, headers: { Origin: `http://${host}` } })
    await send(new Request(request.url.replace(OWN, `http://${host}`), request))
  }
  expect(keys).toEqual(['registerConfirm 192.0.2.103'])
})
