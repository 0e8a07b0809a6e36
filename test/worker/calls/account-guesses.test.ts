import { env } from 'cloudflare:workers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setPasswordCost } from '../../../origin/people/secrets.ts'
import { addPeople, embeddedSite, PASSWORD, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { limiter } from '../../fixtures/upstreams/limiter.ts'
import { linkTo } from '../../fixtures/upstreams/outbox.ts'

const HOME = '192.0.2.1'
const STRANGER = '198.51.100.1'
const WRONG = 'wrong horse battery'

// A thousand guesses: what one costs has a test of its own.
const TESTS_COST = { N: 1024, r: 8, p: 5 }
beforeAll(() => setPasswordCost({ N: 16, r: 1, p: 1 }))

const LIMITS = ['GUESS_LIMIT', 'GUESS_WIDE_LIMIT', 'ACCOUNT_LIMIT', 'SESSION_LIMIT', 'TOTAL_LIMIT']

const product = (vars: object = {}) =>
  embeddedSite({
    TRUST_PROXY: 'on',
    JOBS: undefined,
    MAIL: undefined,
    ...Object.fromEntries(LIMITS.map((name) => [name, limiter(name)])),
    ...vars,
  })
type Site = ReturnType<typeof product>

/** What each row of the rule has come to; it is printed. */
const table: string[] = []
afterAll(() => {
  setPasswordCost(TESTS_COST)
  console.log(table.join('\n'))
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await env.DB.batch(['users', 'guesses', 'outbox'].map((name) => env.DB.prepare(`DELETE FROM ${name}`)))
  await addPeople([{ username: 'ann' }, { username: 'bob' }])
})
afterEach(() => void vi.useRealTimers())

const wait = (s: number) => vi.setSystemTime(Date.now() + s * 1000)

function at(site: Site, address: string | undefined, from?: Visitor): Visitor {
  const visitor = site.visitor()
  for (const [name, value] of from?.cookies ?? []) {
    if (name === '__Host-known') visitor.cookies.set(name, value)
  }
  return Object.assign(visitor, { address })
}

type Answer = { status: number; wait: number; text: string }

async function answerOf(response: Response): Promise<Answer> {
  return {
    status: response.status,
    wait: Number(response.headers.get('Retry-After')),
    text: await response.text(),
  }
}

const signIn = async (who: Visitor, username: string, password: string) =>
  answerOf(await who.call('POST /api/v3/login', { form: { username, password } }))

/** Guesses, one after the other. @returns how many were tried, and the last answer */
async function guesses(many: number, make: (n: number) => Promise<Answer>) {
  let tried = 0
  let last: Answer = { status: 0, wait: 0, text: '' }
  for (let n = 0; n < many; n++) {
    last = await make(n)
    if (last.status !== 429) tried++
  }
  return { tried, last }
}

/** A browser that Ann has signed in with at home. */
async function knownBrowser(site: Site): Promise<Visitor> {
  const visitor = at(site, HOME)
  expect((await signIn(visitor, 'ann', PASSWORD)).status).toBe(200)
  return visitor
}

/** Where the stranger guesses, how often, and how many of these are tried. */
const STRANGERS: Record<string, { many: number; from: (n: number) => string; tried: [number, number] }> = {
  'one address': { many: 60, from: () => STRANGER, tried: [5, 5] },
  'one /48': { many: 60, from: (n) => `2001:db8:1:${n.toString(16)}::1`, tried: [5, 5] },
  'the network of the person': { many: 20, from: () => HOME, tried: [5, 5] },
  '80 networks': { many: 80, from: (n) => `203.0.${n}.1`, tried: [50, 51] },
}

/** Who then signs in with the right password, and what they get. A wait is the longest that they are asked for, in s. */
const PEOPLE: Record<string, { isKnown: boolean; from: string; waits: Record<string, number> }> = {
  'a known browser at home': { isKnown: true, from: HOME, waits: {} },
  'a known browser on the stranger’s network': { isKnown: true, from: STRANGER, waits: {} },
  'a new browser at home': {
    isKnown: false,
    from: HOME,
    waits: { 'the network of the person': 600, '80 networks': 30 },
  },
  'a new browser elsewhere': { isKnown: false, from: '192.0.2.77', waits: { '80 networks': 30 } },
}

const CELLS = Object.keys(STRANGERS).flatMap((stranger) =>
  Object.keys(PEOPLE).map((person): [string, string] => [stranger, person]),
)

describe('T59: a stranger guesses a password, and the right person signs in', () => {
  it.each(CELLS)('T59: from %s; by %s', async (stranger, person) => {
    const { many, from, tried } = STRANGERS[stranger] ?? { many: 0, from: () => '', tried: [0, 0] }
    const { isKnown, from: home, waits } = PEOPLE[person] ?? { isKnown: false, from: '', waits: {} }
    const site = product()
    const known = await knownBrowser(site)
    const counted = await guesses(many, (n) =>
      signIn(at(site, from(n)), n % 2 ? 'ann' : 'ANN@example.test', WRONG),
    )
    expect(counted.tried).toBeGreaterThanOrEqual(tried[0])
    expect(counted.tried).toBeLessThanOrEqual(tried[1])
    expect(counted.last.status).toBe(429)
    const longest = waits[stranger] ?? 0
    let answer = await signIn(at(site, home, isKnown ? known : undefined), 'ann', PASSWORD)
    const asked = answer.status === 429 ? answer.wait : 0
    expect(asked).toBeLessThanOrEqual(longest)
    if (longest > 0) expect(asked).toBeGreaterThan(0)
    // Never a lock: who waits gets in.
    if (asked > 0) {
      wait(asked)
      answer = await signIn(at(site, home), 'ann', PASSWORD)
    }
    table.push(
      `${stranger}, ${counted.tried} of ${many} tried x ${person}: ${answer.status} after ${asked} s`,
    )
    expect(answer.status).toBe(200)
  })

  it('T59: the wait grows with each failure, and is forgotten', async () => {
    const site = product()
    const waits: number[] = []
    for (let n = 0; n < 5; n++) await signIn(at(site, STRANGER), 'ann', WRONG)
    for (let n = 0; n < 5; n++) {
      const { wait: asked } = await signIn(at(site, STRANGER), 'ann', WRONG)
      waits.push(asked)
      wait(asked)
      expect((await signIn(at(site, STRANGER), 'ann', WRONG)).status).toBe(401)
    }
    table.push(`the waits of one network: ${waits.join(', ')} s`)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(new Set(waits).size).toBeGreaterThan(3)
    wait(4 * 3600)
    expect((await signIn(at(site, STRANGER), 'ann', WRONG)).status).toBe(401)
  })

  it('T59: where no address is known, one stranger closes it for no one', async () => {
    const site = product({ TRUST_PROXY: '' })
    const counted = await guesses(45, () => signIn(at(site, undefined), 'ann', WRONG))
    expect(counted.tried).toBe(45)
    expect((await signIn(at(site, undefined), 'ann', PASSWORD)).status).toBe(200)
  })

  it('T59: who knows the password is not counted', async () => {
    const site = product()
    const { tried } = await guesses(12, () => signIn(at(site, HOME), 'ann', PASSWORD))
    expect(tried).toBe(12)
  })

  it('T33: a name that no one has is counted as one that someone has', async () => {
    const site = product()
    const answers = async (username: string, address: string) => {
      const all: Answer[] = []
      for (let n = 0; n < 8; n++) all.push(await signIn(at(site, address), username, WRONG))
      return all
    }
    expect(await answers('no-one-at-all', '192.0.2.50')).toEqual(await answers('ann', '192.0.2.51'))
  })
})

it('T59: a browser that is known for one account guesses at others as a new one does', async () => {
  const tried: number[] = []
  for (const known of ['no browser', 'bob’s browser']) {
    const site = product()
    const bobs = at(site, HOME)
    expect((await signIn(bobs, 'bob', PASSWORD)).status).toBe(200)
    const from = known === 'no browser' ? undefined : bobs
    const counted = await guesses(60, (n) => signIn(at(site, STRANGER, from), `${known.at(0)}-${n}`, WRONG))
    tried.push(counted.tried)
  }
  table.push(`one address, names of 60 people: ${tried.join(', as bob’s browser ')} tried`)
  expect(tried).toEqual([30, 30])
})

describe('T59: the right person recovers while a stranger asks for mails and guesses', () => {
  it.each(['one address', '80 networks'])('T59: from %s', async (stranger) => {
    const { many, from } = STRANGERS[stranger] ?? { many: 0, from: () => '' }
    const site = product()
    const reset = async (who: Visitor) =>
      answerOf(await who.call('POST /api/v3/password/reset', { form: { email: 'ann@example.test' } }))
    await guesses(many, (n) => signIn(at(site, from(n)), 'ann', WRONG))
    const asked = await guesses(many, (n) => reset(at(site, from(n))))
    expect(asked.last.status).toBe(429)
    const ann = at(site, HOME)
    let answer = await reset(ann)
    if (answer.status === 429) {
      expect(answer.wait).toBeLessThanOrEqual(30)
      wait(answer.wait)
      answer = await reset(ann)
    }
    expect(answer.status).toBe(200)
    const { token } = await linkTo('ann@example.test')
    const form = { token, new: 'four words are enough' }
    expect((await ann.call('POST /api/v3/password/reset/confirm', { form })).status).toBeLessThan(300)
    // The browser that has opened the mail is known: the stranger's guesses are not its.
    const signedIn = await signIn(ann, 'ann', form.new)
    table.push(`${stranger}: recovers, and signs in with ${signedIn.status}`)
    expect(signedIn.status).toBe(200)
  })
})

describe('T59: confirmations of a password', () => {
  it('T59: count by account and network, and apart by known browser', async () => {
    const site = product()
    const ann = await knownBrowser(site)
    const thief = Object.assign(site.visitor(), { address: STRANGER })
    for (const [name, value] of ann.cookies) if (name !== '__Host-known') thief.cookies.set(name, value)
    const confirm = async (who: Visitor, password: string) =>
      answerOf(await who.call('POST /api/v3/session/confirm', { form: { password } }))
    const { tried, last } = await guesses(20, () => confirm(thief, WRONG))
    expect([tried, last.status]).toEqual([5, 429])
    expect((await confirm(ann, PASSWORD)).status).toBeLessThan(300)
    const own = await guesses(8, () => confirm(ann, WRONG))
    expect([own.tried, own.last.status]).toEqual([5, 429])
  })
})

describe('T59: the cookie of a known browser', () => {
  const KNOWN = '__Host-known'

  /** Whether a browser with this cookie is known: then the guesses of its network are not its. */
  async function isKnown(site: Site, cookie: string, username = 'ann'): Promise<boolean> {
    const who = at(site, STRANGER)
    who.cookies.set(KNOWN, cookie)
    return (await signIn(who, username, PASSWORD)).status === 200
  }

  it('T59: is ours to read alone, and stays when its session ends', async () => {
    const site = product()
    const visitor = at(site, HOME)
    const form = { username: 'ann', password: PASSWORD }
    const response = await visitor.call('POST /api/v3/login', { form })
    const line = response.headers.getSetCookie().find((each) => each.startsWith(KNOWN))
    expect(line).toMatch(/^__Host-known=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=15552000$/)
    await (await visitor.call('POST /api/v3/logout')).text()
    expect(visitor.cookies.has(KNOWN)).toBe(true)
  })

  it('T59: counts for its person, as long as their access does, and as we wrote it', async () => {
    const site = product()
    const cookie = (await knownBrowser(site)).cookies.get(KNOWN) ?? ''
    for (let n = 0; n < 40; n++) {
      for (const name of ['ann', 'bob']) await signIn(at(site, STRANGER), name, WRONG)
    }
    const [id, version, ...rest] = cookie.split('.')
    const rows: [string, string, string, boolean][] = [
      ['as it is', cookie, 'ann', true],
      ['for someone else', cookie, 'bob', false],
      ['of another person', cookie.replace('id-ann', 'id-bob'), 'bob', false],
      ['of another version', [id, Number(version) + 1, ...rest].join('.'), 'ann', false],
      ['with another signature', `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`, 'ann', false],
      ['empty', '.', 'ann', false],
    ]
    for (const [what, value, username, expected] of rows) {
      expect([what, await isKnown(site, value, username)]).toEqual([what, expected])
    }
    await env.DB.prepare("UPDATE users SET access_version = access_version + 1 WHERE username = 'ann'").run()
    expect(await isKnown(site, cookie)).toBe(false)
  })

  it('T15: a site elsewhere neither gets nor sets it', async () => {
    const { withUpstreams, ownRequest } = await import('../../fixtures/upstreams/stub-upstreams.ts')
    const { send, received } = withUpstreams(() =>
      Response.json({ logged_in: false }, { headers: { 'Set-Cookie': 'known=theirs; Path=/' } }),
    )
    const headers = { Cookie: '__Host-session=s; csrftoken=c; __Host-known=ours' }
    const response = await send(ownRequest('GET /login/check', { headers }))
    expect(response.headers.getSetCookie()).toEqual([])
    expect(received[0]?.headers.cookie).toBe('sessionid=s; csrftoken=c')
  })
})

it('T59: what is counted is bounded, says nothing of anyone, and is dropped', async () => {
  const site = product()
  await signIn(at(site, STRANGER), 'ann', WRONG)
  const rows = await env.DB.prepare('SELECT * FROM guesses').all<{
    bucket: number
    failures: number
    at: number
  }>()
  expect(rows.results).toHaveLength(2)
  for (const { bucket } of rows.results) expect(bucket).toBeLessThan(2 ** 20)
  const { dropExpired } = await import('../../../origin/nightly.ts')
  await dropExpired(env.DB as never, Date.now() + 2 * 24 * 3600 * 1000)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM guesses').first('n')).toBe(0)
})
