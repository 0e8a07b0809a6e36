import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { storeLetters } from '../../../worker/pingbacks/dead-letters.ts'
import { ANY_RESPONSE } from '../../fixtures/calls/any-response.ts'
import { pingOf } from '../../fixtures/upstreams/pingback.ts'
import { ownRequest, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => void vi.restoreAllMocks())

/** Somebody's browser on our own pages: a session and no token. */
const BROWSER = { Authorization: '', Password: '', 'X-Tagger-Key': '', 'X-Tagger-Token': '' }
const COOKIE = 'sessionid=s3ss10n; csrftoken=t0ken'

/** The product before a site that knows whose session it is, and services that take everything. */
const elsewhere = (role: string | undefined, vars: Record<string, unknown> = {}) => {
  const login = role
    ? { logged_in: true, user: { id: 7, username: 'Sue Elsewhere', role } }
    : { logged_in: false }
  const stage = withUpstreams(
    (request) => Response.json(request.url.endsWith('/login/check') ? login : ANY_RESPONSE),
    vars,
  )
  const send = (what: string, headers: Record<string, string> = {}, body?: string) =>
    stage.send(
      ownRequest(what, {
        headers: { ...BROWSER, ...headers },
        ...(body !== undefined && { body, type: 'application/x-www-form-urlencoded' }),
      }),
    )
  const calls = () => stage.received.filter(({ to }) => !to.endsWith('/login/check'))
  return { ...stage, send, calls }
}

describe('§6: a session opens what a token opens, at a site elsewhere', () => {
  const WRITE = 'POST /api/v3/channels/'

  it('the site gets its cookies and the CSRF token with a write', async () => {
    const { send, calls } = elsewhere('staff')
    expect((await send(WRITE, {}, 'display_name=Cats')).status).toBe(200)
    const [{ headers } = { headers: {} }] = calls()
    expect(headers).toMatchObject({ cookie: COOKIE, 'x-csrftoken': 't0ken' })
    expect(headers).not.toHaveProperty('authorization')
  })

  it('a read has the cookies alone', async () => {
    const { send, calls } = elsewhere('staff')
    expect((await send('GET /api/v3/channels/7/')).status).toBe(200)
    const [{ headers } = { headers: {} }] = calls()
    expect(headers).toMatchObject({ cookie: COOKIE })
    expect(headers).not.toHaveProperty('x-csrftoken')
  })

  it('T41: a token counts before the session, which does not travel with it', async () => {
    const { send, calls } = elsewhere('staff')
    await send(WRITE, { Authorization: 'Token theirs' }, 'display_name=Cats')
    const [{ headers } = { headers: {} }] = calls()
    expect(headers).toMatchObject({ authorization: 'Token theirs' })
    expect(headers).not.toHaveProperty('cookie')
  })

  it.each([
    ['no CSRF token', { 'X-CSRFToken': '' }],
    ['another origin', { Origin: 'https://evil.test' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('T19: with %s it writes nothing', async (_name, headers) => {
    const { send, received } = elsewhere('staff')
    expect((await send(WRITE, headers, 'display_name=Cats')).status).toBe(403)
    expect((await send('DELETE /gateway/stories/1', headers)).status).toBe(403)
    expect(received).toEqual([])
  })
})

describe('T41: a gateway elsewhere learns whose session it is from the site', () => {
  const WRITE = 'DELETE /gateway/stories/1'

  it.each(['GET /gateway/stories/1', WRITE])('%s: by their id, without a cookie', async (what) => {
    const { send, calls } = elsewhere('user')
    expect((await send(what)).status).toBe(200)
    const [{ headers } = { headers: {} }] = calls()
    expect(headers).toMatchObject({ 'x-loopframe-user': '7' })
    for (const name of ['cookie', 'authorization', 'x-csrftoken']) expect(headers).not.toHaveProperty(name)
  })

  it.each([
    ['a user is not staff', 'user', 403],
    ['a session that has ended is nobody’s', undefined, 401],
  ])('%s', async (_name, role, status) => {
    const { send, calls } = elsewhere(role)
    expect((await send('DELETE /gateway/stories/trending/1')).status).toBe(status)
    expect(calls()).toEqual([])
  })

  it('a visitor names nobody, and the site is not asked', async () => {
    const { send, received } = elsewhere('staff')
    expect((await send('GET /gateway/stories/trending', { Cookie: '' })).status).toBe(200)
    expect(received).toHaveLength(1)
    expect(received[0]?.headers).not.toHaveProperty('x-loopframe-user')
  })
})

describe('calls about this Worker, with a site elsewhere', () => {
  const LETTERS = '/api/v3/dead-letters/'

  it('staff of the site read and drop failed pingbacks; the log has their name at the site', async () => {
    await storeLetters(env.DB, [{ event: pingOf({ user_id: 'abc' }), reason: 'was down' }])
    const { send, calls } = elsewhere('staff')
    // The first call loads the site's code, which may take longer than a call's deadline.
    const list = () =>
      vi.waitFor(async () => {
        const response = await send(`GET ${LETTERS}`)
        expect(response.status).toBe(200)
        return (await response.json()) as { results: { id: number }[] }
      }, 20_000)
    const [{ id } = { id: 0 }] = (await list()).results
    expect((await send(`DELETE ${LETTERS}${id}`)).status).toBe(204)
    expect((await list()).results).toEqual([])
    const log = (await (await send(`GET /api/v3/audit/?target=pingback/${id}`)).json()) as object
    expect(log).toMatchObject({
      results: [{ actor: 'Sue Elsewhere', action: 'pingback.drop', target: `pingback/${id}` }],
    })
    expect(calls()).toEqual([])
  })

  it('they see its caches and renew them; the log has their name; its moderators see its health', async () => {
    const { send, calls } = elsewhere('staff')
    expect(await (await send('GET /api/v3/cache/?gif=abc')).json()).toMatchObject({ call: 'gif' })
    expect((await send('POST /api/v3/cache/refresh', {}, 'gif=abc')).status).toBe(200)
    const log = (await (await send('GET /api/v3/audit/?target=gif/abc')).json()) as object
    expect(log).toMatchObject({ results: [{ actor: 'Sue Elsewhere', action: 'cache.refresh' }] })
    expect(calls().map(({ to }) => to)).toEqual([expect.stringContaining('/v1/gifs/abc')])
    const health = await (await elsewhere('moderator').send('GET /api/v3/health/')).json()
    expect(health).toMatchObject({
      upstreams: expect.arrayContaining([expect.objectContaining({ name: 'site', place: 'elsewhere' })]),
    })
  })

  it.each([
    ['moderator', 403],
    [undefined, 401],
  ])('T41: %s: %i', async (role, status) => {
    const { send } = elsewhere(role)
    for (const what of [
      `GET ${LETTERS}`,
      `POST ${LETTERS}resend`,
      'GET /api/v3/audit/',
      'GET /api/v3/cache/?gif=a',
    ])
      expect([what, (await send(what, {}, what.startsWith('POST') ? '' : undefined)).status]).toEqual([
        what,
        status,
      ])
  })

  it('T19: without the CSRF token nothing is dropped', async () => {
    const { send, received } = elsewhere('staff')
    expect((await send(`DELETE ${LETTERS}1`, { 'X-CSRFToken': '' })).status).toBe(403)
    expect(received).toEqual([])
  })

  it('without a database they are not configured', async () => {
    const { send } = elsewhere('staff', { DB: undefined })
    expect((await send(`GET ${LETTERS}`)).status).toBe(503)
  })
})
