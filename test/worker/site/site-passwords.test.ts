import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isCommonPassword } from '../../../origin/people/common-passwords.ts'
import {
  forgetPasswordKey,
  hashPassword,
  isCheap,
  isPassword,
  keepPasswordKey,
  PASSWORD_COST,
  setPasswordCost,
  workToCheck,
} from '../../../origin/people/secrets.ts'
import {
  addPeople,
  embeddedSite,
  PASSWORD,
  signedIn,
  somebodyNew,
} from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'
import { linkTo } from '../../fixtures/upstreams/outbox.ts'

const site = embeddedSite()
const TESTS_COST = { N: 1024, r: 8, p: 5 }

beforeAll(() => addPeople([{ username: 'ann' }, { username: 'bob' }]))
afterEach(() => setPasswordCost(TESTS_COST))

/** A visitor who has the `csrftoken` of a first page. */
async function withToken() {
  const visitor = site.visitor()
  await (await visitor.call('GET /login/check')).text()
  return visitor
}

/** Every call that sets a password, by its field, with one that is common or not. */
const PLACES: [string, string, (password: string) => Promise<Response>][] = [
  [
    'a registration',
    'password',
    async (password) =>
      (await withToken()).call('POST /api/v3/register', {
        form: { username: 'newcomer', email: 'new@example.test', password },
      }),
  ],
  [
    'a change',
    'new',
    async (password) =>
      (await signedIn(site, 'ann')).call('POST /api/v3/password', {
        form: { current: PASSWORD, new: password },
      }),
  ],
  [
    'a reset',
    'new',
    async (password) => {
      const visitor = await withToken()
      await (
        await visitor.call('POST /api/v3/password/reset', { form: { email: 'bob@example.test' } })
      ).text()
      const { token } = await linkTo('bob@example.test')
      return visitor.call('POST /api/v3/password/reset/confirm', { form: { token, new: password } })
    },
  ],
  [
    'the first one of staff',
    'new',
    async (password) =>
      (await somebodyNew(site, { username: `staff-${password.replaceAll(' ', '-')}`, role: 'staff' })).call(
        'POST /api/v3/password',
        { form: { current: '', new: password } },
      ),
  ],
]

describe('T33: a password that many people have', () => {
  it.each(PLACES)('is refused at %s, by its field, and any other is taken', async (_name, field, set) => {
    for (const common of ['Password', 'TrustNo1']) {
      const response = await set(common)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: { kind: 'invalid-input', detail: { [field]: expect.stringContaining('too common') } },
      })
    }
    const response = await set('four words are enough')
    await response.text()
    expect(response.status).toBeLessThan(300)
  })

  it('is one of a list, in any case and any way to type its letters', async ({ task }) => {
    const COMMON = [
      '12345678',
      'password',
      'PassWord',
      'iloveyou',
      'trustno1',
      'ｐａｓｓｗｏｒｄ',
      '!qaz2wsx',
    ]
    const OTHERS = ['', 'passwor', 'correct horse battery', 'four words are enough', '0!qaz2wsx', '__proto__']
    tries(task, COMMON.length + OTHERS.length)
    for (const each of COMMON) expect([each, await isCommonPassword(each, env.ASSETS)]).toEqual([each, true])
    for (const each of OTHERS) expect([each, await isCommonPassword(each, env.ASSETS)]).toEqual([each, false])
  })
})

describe('T33: what a password costs', () => {
  /** As it was stored when one cost a fifth. */
  const CHEAP = { N: 16_384, r: 8, p: 1 }

  async function storedAt(cost: typeof CHEAP): Promise<string> {
    setPasswordCost(cost)
    const stored = await hashPassword(PASSWORD)
    setPasswordCost(PASSWORD_COST)
    return stored
  }

  it('is a setting that OWASP lists', async () => {
    expect(await storedAt(PASSWORD_COST)).toMatch(/^scrypt\$16384\$8\$5\$[0-9a-f]{32}\$[0-9a-f]{64}$/)
  })

  it('rises with the next sign-in; until then the cheaper one is right', async () => {
    const cheap = await storedAt(CHEAP)
    await env.DB.prepare("UPDATE users SET password = ?1 WHERE username = 'bob'").bind(cheap).run()
    const now = () => env.DB.prepare("SELECT password FROM users WHERE username = 'bob'").first('password')
    const wrong = { form: { username: 'bob', password: 'wrong horse battery' } }
    expect((await site.visitor().call('POST /api/v3/login', wrong)).status).toBe(401)
    expect(await now()).toBe(cheap)
    await signedIn(site, 'bob')
    const again = String(await now())
    expect(again).toMatch(/^scrypt\$16384\$8\$5\$/)
    await signedIn(site, 'bob')
    expect(await now()).toBe(again)
  })

  it('is paid for any name: one without an account, a stored password, and one that was cheaper', async () => {
    const stored = [undefined, null, await storedAt(PASSWORD_COST), await storedAt(CHEAP)]
    const work = stored.map((each) => workToCheck(each).reduce((sum, { N, r, p }) => sum + N * r * p, 0))
    expect(work).toEqual(stored.map(() => 16_384 * 8 * 5))
    // And each is what it says: a right one is right, all others are wrong.
    expect(await Promise.all(stored.map((each) => isPassword(PASSWORD, each)))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})

describe('on the free plan', () => {
  afterEach(forgetPasswordKey)

  it('T31 a password costs little, and is of no use without the key that is not in the database', async () => {
    keepPasswordKey('a-key-of-this-installation', true)
    const stored = await hashPassword(PASSWORD)
    expect(stored).toMatch(/^keyed\$1024\$8\$1\$/)
    expect([await isPassword(PASSWORD, stored), await isPassword('another one', stored)]).toEqual([
      true,
      false,
    ])
    keepPasswordKey('another-key', true)
    expect(await isPassword(PASSWORD, stored)).toBe(false)
  })

  it('T33 who has no account costs the same, and one from before still signs in', async () => {
    setPasswordCost(PASSWORD_COST)
    const before = await hashPassword(PASSWORD)
    keepPasswordKey('a-key-of-this-installation', true)
    expect(workToCheck(undefined)).toEqual(workToCheck(await hashPassword(PASSWORD)))
    expect(await isPassword(PASSWORD, before)).toBe(true)
    // Back on a paid plan, one from here is stored at the full cost by its next sign-in.
    const here = await hashPassword(PASSWORD)
    forgetPasswordKey()
    setPasswordCost(PASSWORD_COST)
    keepPasswordKey('a-key-of-this-installation', false)
    expect([await isPassword(PASSWORD, here), isCheap(here)]).toEqual([true, true])
  })
})
