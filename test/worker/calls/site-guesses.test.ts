import { beforeAll, describe, expect, it } from 'vitest'
import { addPeople, embeddedSite, signedIn } from '../../fixtures/site/embedded-site.ts'
import { limiter } from '../../fixtures/upstreams/limiter.ts'

const limited = () =>
  embeddedSite({
    TRUST_PROXY: 'on',
    JOBS: undefined,
    MAIL: undefined,
    ...Object.fromEntries(
      ['GUESS_LIMIT', 'GUESS_WIDE_LIMIT', 'ACCOUNT_LIMIT', 'SESSION_LIMIT'].map((name) => [
        name,
        limiter(name),
      ]),
    ),
  })

/** How many of `tries` calls are let through, and how many are a 429. */
async function counted(tries: number, make: (n: number) => Promise<Response>) {
  const statuses: number[] = []
  for (let n = 0; n < tries; n++) {
    const response = await make(n)
    await response.body?.cancel()
    statuses.push(response.status)
  }
  return { passed: statuses.filter((status) => status !== 429).length, last: statuses.at(-1) }
}

describe('T33: guesses at the embedded site', () => {
  beforeAll(() => addPeople([{ username: 'ann' }, { username: 'bob' }]))

  it('of API tokens are counted by network; one that is known is not counted', async () => {
    const site = limited()
    const ann = await signedIn(site, 'ann')
    const made = await ann.call('POST /api/v3/tokens', { form: { name: 'a' } })
    const { token } = await made.json<{ token: string }>()
    const read = (token: string) =>
      Object.assign(site.visitor(), { address: '192.0.2.1' }).call('GET /api/v1/users/self/', { token })
    expect(await counted(60, () => read(token))).toEqual({ passed: 60, last: 200 })
    const { passed, last } = await counted(60, (n) => read(`guess-${n}`))
    expect(passed).toBeLessThanOrEqual(30)
    expect(last).toBe(429)
    expect((await read(token)).status).toBe(200)
  })

  it('of API tokens: one that has uploaded is known', async () => {
    const site = limited()
    const ann = await signedIn(site, 'ann')
    const made = await ann.call('POST /api/v3/tokens', { form: { name: 'uploads' } })
    const { token } = await made.json<{ token: string }>()
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const send = () => site.visitor().call('POST /v1/gifs', { token, headers, body: '--x--' })
    expect(await counted(40, send)).toEqual({ passed: 40, last: 400 })
  })

  it('of sign-in links are counted by network: each is a secret, and many people may use one at once', async () => {
    const site = limited()
    const open = (token: string) =>
      Object.assign(site.visitor(), { address: '192.0.2.9' }).call('POST /api/v3/login', { form: { token } })
    expect(await counted(40, (n) => open(`guess-${n}`))).toEqual({ passed: 30, last: 429 })
  })
})
