import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { pingOf } from '../../fixtures/upstreams/pingback.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const site = embeddedSite()
let pia: Visitor

beforeAll(() => addPeople([{ username: 'pia' }]))
beforeEach(async () => {
  pia = await signedIn(site, 'pia')
})
afterEach(() => vi.restoreAllMocks())

/** Sends an event and returns whose it is in the queue. */
async function personIn(visitor: Visitor, headers: Record<string, string> = {}, fields: object = {}) {
  const queued = vi.spyOn(env.PINGBACKS, 'send').mockResolvedValue({} as never)
  const json = { events: [{ ...pingOf({ ts: undefined }), ...fields }] }
  const response = await visitor.call('POST /v2/pingback', {
    json,
    headers: { 'User-Agent': BROWSER, ...headers },
  })
  expect(response.status).toBe(204)
  const sent = queued.mock.lastCall?.[0] as { logged_in_user_id?: string }[] | undefined
  expect(sent).toHaveLength(1)
  return sent?.[0]?.logged_in_user_id
}

describe('T26: `logged_in_user_id` of a pingback (§3) is whose session it is', () => {
  it('for our own pages, whatever the body says', async () => {
    expect(await personIn(pia)).toBe('id-pia')
    expect(await personIn(pia, {}, { logged_in_user_id: 'id-boss' })).toBe('id-pia')
  })

  it.each(['cross-site', 'same-site', 'none'])('not for a request that is %s', async (from) => {
    expect(await personIn(pia, { 'Sec-Fetch-Site': from })).toBeUndefined()
  })

  it('for nobody without a session, with a wrong one, or after it has ended', async () => {
    const stranger = site.visitor()
    expect(await personIn(stranger, {}, { logged_in_user_id: 'id-pia' })).toBeUndefined()
    stranger.cookies.set('__Host-session', 'guessed')
    expect(await personIn(stranger)).toBeUndefined()
    const old = new Map(pia.cookies)
    await pia.call('POST /api/v3/logout', { form: {} })
    for (const [name, value] of old) pia.cookies.set(name, value)
    expect(await personIn(pia)).toBeUndefined()
  })
})

it('F12: events of somebody who cannot be looked up are a visitor’s, and none is lost', async () => {
  vi.spyOn(env.DB, 'prepare').mockImplementation(() => {
    throw new Error('D1 is down')
  })
  expect(await personIn(pia)).toBeUndefined()
})

it('no other request of a page looks for a person', async () => {
  const prepare = vi.spyOn(env.DB, 'prepare')
  await personIn(site.visitor())
  expect(prepare.mock.calls.flat().join()).not.toMatch(/from "?sessions/i)
})
