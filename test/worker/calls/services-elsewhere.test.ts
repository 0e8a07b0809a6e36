import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../../shared/calls/call.ts'
import { ANY_RESPONSE } from '../../fixtures/calls/any-response.ts'
import { exampleOf } from '../../fixtures/calls/call-examples.ts'
import { catalogue } from '../../fixtures/calls/catalogue.ts'
import { addPeople, embeddedSite, signedIn, Visitor } from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'
import { limiter } from '../../fixtures/upstreams/limiter.ts'
import { type StubUpstream, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => void vi.restoreAllMocks())

const well: StubUpstream = () => Response.json(ANY_RESPONSE)

/** The embedded site before a gateway, an imaging service and a provider elsewhere. */
const seam = (upstream = well, vars: Record<string, unknown> = {}) => {
  const stage = withUpstreams(upstream, { SITE_URL: '', JOBS: undefined, MAIL: undefined, ...vars })
  return { ...stage, visitor: () => new Visitor(stage.send) }
}
type Seam = ReturnType<typeof seam>

const PEOPLE = ['user', 'artist', 'moderator', 'staff'] as const
type Person = (typeof PEOPLE)[number]

/** The cookies and an API token of each; their name is their role. */
const theirs = new Map<Person, { cookies: Map<string, string>; token: string }>()

beforeAll(async () => {
  await addPeople(PEOPLE.map((role) => ({ username: role, role })))
  const site = embeddedSite()
  for (const name of PEOPLE) {
    const visitor = await signedIn(site, name)
    const made = await visitor.call('POST /api/v3/tokens', {
      form: { name: 'program', scopes: 'read,upload,edit,moderate' },
    })
    const { token } = await made.json<{ token: string }>()
    theirs.set(name, { cookies: visitor.cookies, token })
  }
})

const tokenOf = (name: Person) => theirs.get(name)?.token ?? ''

function browserOf(site: Seam, name: Person): Visitor {
  const visitor = site.visitor()
  for (const [key, value] of theirs.get(name)?.cookies ?? []) visitor.cookies.set(key, value)
  return visitor
}

const CALLS = Object.entries<Call>({ ...catalogue.gateway, ...catalogue.imaging })
const methodOf = ({ method }: Call) => (method === 'ANY' ? 'POST' : method)

const TRIM = {
  path: '/imaging/trim',
  form: 'media_url=https%3A%2F%2Fmedia.example.com%2Fa.gif',
  json: undefined,
}

type More = { token?: string; headers?: Record<string, string> }

function sendExample(visitor: Visitor, name: string, call: Call, more: More = {}): Promise<Response> {
  const { path, form, json } = name === 'trimFile' ? TRIM : exampleOf(name)
  return visitor.call(`${methodOf(call)} ${path}`, {
    ...(form !== undefined && { form: Object.fromEntries(new URLSearchParams(form)) }),
    ...(json && { json }),
    ...more,
  })
}

describe('§6, T41: our people at a gateway and an imaging service elsewhere', () => {
  it.for(CALLS)('T41: %s names whom we know, and shows no credentials of theirs', async ([name, call]) => {
    const site = seam()
    const staff = browserOf(site, 'staff')
    const token = tokenOf('staff')
    const ways = [
      () => sendExample(staff, name, call),
      () => sendExample(site.visitor(), name, call, { token }),
    ]
    for (const send of ways) {
      site.forget()
      const response = await send()
      expect(response.status).toBe(200)
      expect(site.received).toHaveLength(1)
      const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = site.received
      expect(headers['x-loopframe-user']).toBe(call.auth === 'none' ? undefined : 'id-staff')
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('cookie')
      for (const secret of [token, ...staff.cookies.values()]) {
        expect(JSON.stringify(headers) + body).not.toContain(secret)
      }
    }
  })

  const RANK = { visitor: 0, user: 1, owner: 1, artist: 2, moderator: 3, staff: 4 }

  it.for(CALLS)('T35, T41: %s is for its declared role', async ([name, call], { task }) => {
    tries(task, 1 + PEOPLE.length * 2)
    const site = seam()
    const visitor = site.visitor()
    // A visitor's first write has a csrftoken too.
    await visitor.call('GET /login/check')
    const cells = [
      { person: 'visitor' as const, send: () => sendExample(visitor, name, call) },
      ...PEOPLE.flatMap((person) => [
        { person, send: () => sendExample(browserOf(site, person), name, call) },
        { person, send: () => sendExample(site.visitor(), name, call, { token: tokenOf(person) }) },
      ]),
    ]
    for (const { person, send } of cells) {
      site.forget()
      const isAllowed = RANK[person] >= RANK[call.role]
      const refusal = person === 'visitor' ? 401 : 403
      expect([person, (await send()).status]).toEqual([person, isAllowed ? 200 : refusal])
      expect(site.received).toHaveLength(isAllowed ? 1 : 0)
    }
  })

  it('T41: nobody names themselves', async () => {
    const site = seam()
    const user = browserOf(site, 'user')
    const headers = { 'X-Loopframe-User': 'id-staff' }
    site.forget()
    await site.visitor().call('GET /gateway/stories/trending', { headers })
    await user.call('GET /gateway/stories/trending', { headers })
    expect(site.received.map((each) => each.headers['x-loopframe-user'])).toEqual([undefined, 'id-user'])
  })
})

describe('§6: a token that is none of ours', () => {
  const tokenCalls = CALLS.filter(([, { auth }]) => auth === 'token')
  const others = CALLS.filter(([, { auth }]) => auth !== 'token' && auth !== 'none')

  it.for(tokenCalls)('goes to the gateway, which decides: %s', async ([name, call]) => {
    const site = seam()
    const response = await sendExample(site.visitor(), name, call, { token: 'th3irs' })
    expect(response.status).toBe(200)
    expect(site.received[0]?.headers).toMatchObject({ authorization: 'Token th3irs' })
    expect(site.received[0]?.headers).not.toHaveProperty('x-loopframe-user')
  })

  it.for(others)('opens nothing that needs one of our people: %s', async ([name, call]) => {
    const site = seam()
    const staff = browserOf(site, 'staff')
    site.forget()
    // A wrong token does not fall back to the session beside it.
    const headers = { Authorization: 'Token th3irs' }
    expect((await sendExample(staff, name, call, { headers })).status).toBe(401)
    expect(site.received).toEqual([])
  })
})

describe('T19: CSRF at services elsewhere', () => {
  const WRITES = CALLS.filter(([, call]) => methodOf(call) !== 'GET' && call.auth !== 'none')

  it.for<[string, Record<string, string>]>([
    ['no CSRF header', { 'X-CSRFToken': '' }],
    ['another’s CSRF header', { 'X-CSRFToken': 'x' }],
    ['another origin', { Origin: 'https://evil.test' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('T19: a session with %s writes nothing', async ([, headers], { task }) => {
    tries(task, WRITES.length)
    const site = seam()
    const staff = browserOf(site, 'staff')
    site.forget()
    for (const [name, call] of WRITES) {
      expect([name, (await sendExample(staff, name, call, { headers })).status]).toEqual([name, 403])
    }
    expect(site.received).toEqual([])
  })

  it('T19: a csrftoken of another session writes nothing', async () => {
    const site = seam()
    const staff = browserOf(site, 'staff')
    const other = browserOf(site, 'moderator')
    staff.cookies.set('csrftoken', other.cookies.get('csrftoken') ?? '')
    site.forget()
    for (const [name, call] of WRITES) expect((await sendExample(staff, name, call)).status).toBe(403)
    expect(site.received).toEqual([])
  })
})

describe('T33: guesses at services elsewhere', () => {
  const NAMES = ['GUESS_LIMIT', 'GUESS_WIDE_LIMIT', 'ACCOUNT_LIMIT', 'SESSION_LIMIT'] as const
  const limits = () => ({
    TRUST_PROXY: 'on',
    ...Object.fromEntries(NAMES.map((name) => [name, limiter(name)])),
  })
  const at = (visitor: Visitor) => Object.assign(visitor, { address: '192.0.2.1' })
  const no: StubUpstream = () => Response.json({ message: 'no' }, { status: 403 })

  async function passed(tries: number, send: (n: number) => Promise<Response>): Promise<number> {
    let count = 0
    for (let n = 0; n < tries; n++) if ((await send(n)).status !== 429) count++
    return count
  }

  it.each([
    'GET /gateway/stories/trending',
    'GET /imaging/trim?media_url=https%3A%2F%2Fmedia.example.com%2Fa.gif',
  ])('T33: of tokens: %s', async (what) => {
    const site = seam(no, limits())
    const count = await passed(60, (n) => at(site.visitor()).call(what, { token: `guess-${n}` }))
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(30)
  })

  it('T33: of tokens at the provider’s call to action', async () => {
    const site = seam(no, limits())
    const guess = (n: number) => at(site.visitor()).call('DELETE /v1/gifs/abc/cta', { token: `guess-${n}` })
    expect(await passed(60, guess)).toBeLessThanOrEqual(30)
  })

  it('T33: of sessions', async () => {
    const site = seam(no, limits())
    const count = await passed(60, (n) =>
      at(site.visitor()).call('GET /gateway/analytics/a', {
        headers: { Cookie: `__Host-session=guess-${n}` },
      }),
    )
    expect(count).toBeLessThanOrEqual(30)
  })

  it('T33: a token that is known here or there is no guess', async () => {
    const site = seam(well, limits())
    const ours = tokenOf('staff')
    for (const token of [ours, 'th3irs']) {
      const read = () => at(site.visitor()).call('GET /gateway/stories/trending', { token })
      expect(await passed(60, read)).toBe(60)
    }
  })
})

describe('T41: a call to action at a provider elsewhere', () => {
  it('T41: a token of our people does not reach it; one of its own does', async () => {
    const site = seam()
    const token = tokenOf('staff')
    site.forget()
    const set = (given: string) =>
      site
        .visitor()
        .call('PUT /v1/gifs/abc/cta', { token: given, form: { link: 'https://a.example.com/', text: 'Buy' } })
    expect((await set(token)).status).toBe(403)
    expect(site.received).toEqual([])
    expect((await set('th3irs')).status).toBe(200)
    expect(site.received[0]?.headers).toMatchObject({ authorization: 'Token th3irs' })
  })
})
