import { describe, expect, it } from 'vitest'
import type { Auth, Call } from '../../shared/calls/call.ts'
import { planOf, type Sent, type Setting } from './access-plan.ts'

const AUTHS: readonly Auth[] = ['none', 'key', 'session', 'session+csrf', 'csrf', 'token', 'tagger']
const UPSTREAMS = ['site', 'gateway', 'imaging', 'worker'] as const

const WRITE: Sent = { isWrite: true, hasToken: false, hasSession: false, isPage: false }

/** The plan of a call in words. */
function planned(call: Pick<Call, 'upstream' | 'auth' | 'role'>, setting: Setting, sent: Sent): string {
  const { asks, origin, guesses, remembers, letsUnknownPass, adds, limits } = planOf(call, setting, sent)
  return [
    `asks ${asks ?? 'none'}`,
    `origin ${origin}`,
    (guesses.token || guesses.session) && 'counts',
    remembers && `remembers ${remembers}`,
    letsUnknownPass && 'lets pass',
    adds.user && 'adds user',
    adds.keys && 'adds keys',
    limits.network && 'limits network',
    limits.account && 'limits account',
  ]
    .filter(Boolean)
    .join('; ')
}

/** Every auth and upstream, and the plans of a user's write by session and by token: equal ones in one row. */
function table(setting: Setting): string[] {
  const rows = new Map<string, string[]>()
  for (const upstream of UPSTREAMS) {
    for (const auth of AUTHS) {
      const call = { upstream, auth, role: 'user' } as const
      const bySession = planned(call, setting, { ...WRITE, hasSession: true })
      const byToken = planned(call, setting, { ...WRITE, hasToken: true })
      const key = `${bySession}\n  ${byToken}`
      rows.set(key, [...(rows.get(key) ?? []), `${upstream} ${auth}`])
    }
  }
  return [...rows].map(([plans, calls]) => `${calls.join(', ')}\n  ${plans}`)
}

describe('T41: the plans of every auth and upstream, for a user who writes by session, and by token', () => {
  it('of services here, with people here', () => {
    expect(table({ namesItsCaller: false, arePeopleHere: true })).toMatchInlineSnapshot(`
      [
        "site none, gateway none, worker none
        asks people; origin own; counts; remembers session; limits network
        asks people; origin any; counts; remembers token; limits network",
        "site key, site session, site session+csrf, site csrf, site token, site tagger, gateway key, gateway session, gateway session+csrf, gateway csrf, gateway token, gateway tagger, worker key, worker session, worker session+csrf, worker csrf, worker token, worker tagger
        asks people; origin own, with the csrf token; counts; remembers session
        asks people; origin any; counts; remembers token",
        "imaging none
        asks people; origin own; counts; remembers session; limits network; limits account
        asks people; origin any; counts; remembers token; limits network; limits account",
        "imaging key, imaging session, imaging session+csrf, imaging csrf, imaging token, imaging tagger
        asks people; origin own, with the csrf token; counts; remembers session; limits account
        asks people; origin any; counts; remembers token; limits account",
      ]
    `)
  })

  it('of services here, with a site elsewhere', () => {
    expect(table({ namesItsCaller: false, arePeopleHere: false })).toMatchInlineSnapshot(`
      [
        "site none, gateway none, worker none
        asks site; origin own; counts; remembers session; limits network
        asks site; origin own; remembers token; limits network",
        "site key, site session, site session+csrf, site csrf, site token, gateway key, gateway session, gateway session+csrf, gateway csrf, gateway token, worker key, worker session, worker session+csrf, worker csrf, worker token
        asks site; origin own, with the csrf token; counts; remembers session
        asks site; origin own, with the csrf token; remembers token",
        "site tagger, gateway tagger, worker tagger
        asks site, now; origin own, with the csrf token; counts; remembers session
        asks site, now; origin own, with the csrf token; remembers token",
        "imaging none
        asks site; origin own; counts; remembers session; limits network; limits account
        asks site; origin own; remembers token; limits network; limits account",
        "imaging key, imaging session, imaging session+csrf, imaging csrf, imaging token
        asks site; origin own, with the csrf token; counts; remembers session; limits account
        asks site; origin own, with the csrf token; remembers token; limits account",
        "imaging tagger
        asks site, now; origin own, with the csrf token; counts; remembers session; limits account
        asks site, now; origin own, with the csrf token; remembers token; limits account",
      ]
    `)
  })

  it('of services elsewhere, with people here', () => {
    expect(table({ namesItsCaller: true, arePeopleHere: true })).toMatchInlineSnapshot(`
      [
        "site none, gateway none, imaging none, worker none
        asks people; origin own; counts; remembers session; adds user; limits network
        asks people; origin own; adds user; limits network",
        "site key, site session, site session+csrf, site csrf, gateway key, gateway session, gateway session+csrf, gateway csrf, imaging key, imaging session, imaging session+csrf, imaging csrf, worker key, worker session, worker session+csrf, worker csrf
        asks people; origin own, with the csrf token; counts; remembers session; adds user
        asks people; origin any; counts; remembers token; adds user",
        "site token, gateway token, imaging token, worker token
        asks people; origin own, with the csrf token; counts; remembers session; adds user
        asks people; origin any; counts; remembers token; lets pass; adds user",
        "site tagger, gateway tagger, imaging tagger, worker tagger
        asks people; origin own, with the csrf token; counts; remembers session; adds user; adds keys
        asks people; origin any; counts; remembers token; adds user; adds keys",
      ]
    `)
  })

  it('of services elsewhere, with a site elsewhere', () => {
    expect(table({ namesItsCaller: true, arePeopleHere: false })).toMatchInlineSnapshot(`
      [
        "site none
        asks none; origin own; limits network
        asks none; origin own; limits network",
        "site key, site csrf
        asks none; origin own, with the csrf token
        asks none; origin own, with the csrf token",
        "site session, site session+csrf
        asks none; origin own, with the csrf token; counts; remembers session
        asks none; origin own, with the csrf token",
        "site token
        asks none; origin own, with the csrf token; counts; remembers session
        asks none; origin own, with the csrf token; lets pass",
        "site tagger
        asks none; origin own, with the csrf token; adds keys
        asks none; origin own, with the csrf token; adds keys",
        "gateway none, imaging none, worker none
        asks site; origin own; counts; remembers session; limits network
        asks site; origin own; limits network",
        "gateway key, gateway session, gateway session+csrf, gateway csrf, imaging key, imaging session, imaging session+csrf, imaging csrf, worker key, worker session, worker session+csrf, worker csrf
        asks site; origin own, with the csrf token; counts; remembers session
        asks site; origin own, with the csrf token",
        "gateway token
        asks site; origin own, with the csrf token; counts; remembers session; adds user
        asks none; origin own, with the csrf token; lets pass",
        "gateway tagger, imaging tagger, worker tagger
        asks site, now; origin own, with the csrf token; counts; remembers session; adds user; adds keys
        asks site, now; origin own, with the csrf token; adds user; adds keys",
        "imaging token, worker token
        asks none; origin own, with the csrf token
        asks none; origin own, with the csrf token; lets pass",
      ]
    `)
  })
})

const SETTINGS = [true, false].flatMap((namesItsCaller) =>
  [true, false].map((arePeopleHere): Setting => ({ namesItsCaller, arePeopleHere })),
)

const each = (check: (call: Pick<Call, 'upstream' | 'auth'>, setting: Setting) => void) => {
  for (const setting of SETTINGS)
    for (const upstream of UPSTREAMS) for (const auth of AUTHS) check({ upstream, auth }, setting)
}

describe('for every call', () => {
  it('T19: a page has shown where it comes from, and its write is bound to its session', () => {
    each((call, setting) => {
      const plan = planOf({ ...call, role: 'user' }, setting, { ...WRITE, hasSession: true, isPage: true })
      expect(plan).toMatchObject({ origin: 'any', isBoundToSession: call.auth !== 'none' })
    })
  })

  it('T41: a role is checked by us wherever a caller is looked up, and a visitor needs none', () => {
    each((call, setting) => {
      const sent = { ...WRITE, hasSession: true }
      const { asks, role } = planOf({ ...call, role: 'staff' }, setting, sent)
      expect(role).toBe(asks ? 'staff' : 'visitor')
      expect(planOf({ ...call, role: 'visitor' }, setting, sent).role).toBe('visitor')
    })
  })

  it('T19: a read may come from anywhere, unless it costs the imaging service work', () => {
    each((call, setting) => {
      const { origin } = planOf({ ...call, role: 'user' }, setting, { ...WRITE, isWrite: false })
      expect(origin).toBe(call.upstream === 'imaging' ? 'own' : 'any')
    })
  })
})
