import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listLetters, storeLetters } from '../../../worker/pingbacks/dead-letters.ts'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { pingOf } from '../../fixtures/upstreams/pingback.ts'

const site = embeddedSite()
let sue: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'sue', role: 'staff' }])
  sue = await signedIn(site, 'sue')
})
beforeEach(() => env.DB.batch([env.DB.prepare('DELETE FROM dead_letters')]))

/** ms for what follows a response. */
const SOON = { timeout: 10_000 }

const LETTERS = '/api/v3/dead-letters/'

/** Letters, one of which the library refuses (`user_id`); their ids, the oldest first. */
async function letters(...users: string[]): Promise<number[]> {
  const events = users.map((user_id) => pingOf({ user_id, analytics_response_payload: '' }))
  await storeLetters(
    env.DB,
    events.map((event) => ({ event, reason: 'was down' })),
  )
  return (await listLetters(env.DB, 'all')).map(({ id }) => id).reverse()
}
const list = async () => ownAnswer('deadLetters', await sue.call(`GET ${LETTERS}`))

async function resend(id?: number) {
  const form: Record<string, string> = id === undefined ? {} : { id: String(id) }
  return sue.call(`POST ${LETTERS}resend`, { form })
}

/** What was done since, the newest first. */
async function acts(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT action || ' ' || target AS act FROM audit WHERE action LIKE 'pingback%' ORDER BY id DESC",
  ).all<{ act: string }>()
  return results.map(({ act }) => act)
}

describe('failed pingbacks (docs/contract.md)', () => {
  it('are listed with the newest first, in pages', async () => {
    const [first, second] = await letters('abc', 'def')
    const { results, count } = await list()
    expect(results).toMatchObject([
      { id: second, reason: 'was down', is_marked: false, event: { user_id: 'def' } },
      { id: first, event: { user_id: 'abc' } },
    ])
    expect(Math.abs(Date.parse(results[0]?.died_at ?? '') - Date.now())).toBeLessThan(60_000)
    expect(count).toBe(2)
    const page = await ownAnswer('deadLetters', await sue.call(`GET ${LETTERS}?limit=1&offset=1`))
    expect([page.results.map(({ id }) => id), page.count]).toEqual([[first], 2])
  })

  it('one is sent again: what arrives is gone', async () => {
    const [first, second = 0] = await letters('abc', 'def')
    expect(await ownAnswer('resendDeadLetters', await resend(second))).toEqual({ count: 1 })
    await vi.waitFor(async () => expect((await list()).results.map(({ id }) => id)).toEqual([first]), SOON)
    expect((await acts())[0]).toBe(`pingback.resend pingback/${second}`)
  })

  it('all are: what fails once more stays, with the new reason, and no night sends it', async () => {
    const [bad, marked] = await letters('no id', 'abc', 'def')
    await env.DB.prepare('UPDATE dead_letters SET resend = 1 WHERE id = ?1').bind(marked).run()
    expect(await ownAnswer('resendDeadLetters', await resend())).toEqual({ count: 2 })
    await vi.waitFor(
      async () =>
        expect((await list()).results).toMatchObject([
          { id: marked, is_marked: true, reason: 'was down' },
          { id: bad, is_marked: false, reason: expect.stringContaining('400') },
        ]),
      SOON,
    )
    expect((await acts())[0]).toBe('pingback.resend pingback')
  })

  it('one that is being sent is a conflict; none is a 404, and nothing is noted', async () => {
    const [id = 0] = await letters('abc')
    await env.DB.prepare('UPDATE dead_letters SET resend = 1').run()
    const before = await acts()
    expect((await resend(id)).status).toBe(409)
    expect((await resend(id + 1)).status).toBe(404)
    expect(await ownAnswer('resendDeadLetters', await resend())).toEqual({ count: 0 })
    expect(await acts()).toEqual(before)
  })

  it('one is dropped, once', async () => {
    const [first = 0, second] = await letters('abc', 'def')
    const drop = async (id: string) => (await sue.call(`DELETE ${LETTERS}${id}`)).status
    expect(await drop(String(first))).toBe(204)
    const after = await acts()
    expect(after[0]).toBe(`pingback.drop pingback/${first}`)
    expect([await drop(String(first)), await drop('abc')]).toEqual([404, 404])
    expect([await acts(), (await list()).results.map(({ id }) => id)]).toEqual([after, [second]])
  })
})
