import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { isReservedName } from '../../../origin/people/reserved-names.ts'
import {
  addPeople,
  embeddedSite,
  PASSWORD,
  signedIn,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
let ann: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'ann' }])
  ann = await signedIn(site, 'ann')
})

let numbers = 0
async function register(username: string): Promise<{ status: number; detail: string | undefined }> {
  const visitor = site.visitor()
  await (await visitor.call('GET /login/check')).text()
  const form = { username, email: `new${numbers++}@example.test`, password: PASSWORD }
  const response = await visitor.call('POST /api/v3/register', { form })
  const body = await response.json<{ error?: { detail?: { username?: string } } }>()
  return { status: response.status, detail: body.error?.detail?.username }
}

const RESERVED = ['admin', 'API', 'staff', 'Self', 'null', 'undefined', 'root', 'support', 'moderator']

describe('a name that is reserved', () => {
  it('is the first part of every path of ours', () => {
    const parts = site.app.routes.map(({ path }) => path.split('/')[1] ?? '')
    const words = new Set(parts.filter((part) => part && !/[*:]/.test(part)))
    expect(words.size).toBeGreaterThan(30)
    expect([...words].filter((word) => !isReservedName(word))).toEqual([])
  })

  it.each([...RESERVED, '__proto__', 'constructor', 'Admin.', 'a_d-m.i.n', '-'])(
    '%s is no one’s',
    async (name) => {
      expect(await register(name)).toEqual({ status: 400, detail: expect.stringContaining('reserved') })
    },
  )

  it('is no channel’s either: one that is called so gets another address', async () => {
    const add = (form: Record<string, string>) => ann.call('POST /api/v3/channels/', { form })
    const refused = await add({ display_name: 'Cats', slug: 'Admin' })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('slug is reserved')])
    const made = await add({ display_name: 'Support' })
    expect((await made.json<{ slug: string }>()).slug).toMatch(/^support-/)
  })

  it('is not one that only contains such a word', async () => {
    expect((await register('adminette')).status).toBe(200)
  })
})

describe('a name and an id are never the same', () => {
  it('no one takes another’s id as a name', async () => {
    expect(await register('id-ann')).toEqual({ status: 400, detail: 'is taken' })
    const form = { display_name: 'Mine', slug: 'id-ann' }
    expect((await ann.call('POST /api/v3/channels/', { form })).status).toBe(400)
  })

  it('nor a number, which is a channel’s', async () => {
    expect(await register('12345')).toEqual({ status: 400, detail: expect.stringContaining('number') })
  })

  it('an id is never looked up as a name, nor a name as an id', async () => {
    expect((await ann.call('GET /api/v1/users/ann/')).status).toBe(404)
    expect((await ann.call('POST /users/ann/follows')).status).toBe(404)
    const stories = await ann.call('GET /gateway/stories?username=id-ann')
    expect(await stories.json()).toMatchObject({ results: [] })
    expect(await env.DB.prepare('SELECT count(*) AS n FROM follows').first('n')).toBe(0)
  })
})
