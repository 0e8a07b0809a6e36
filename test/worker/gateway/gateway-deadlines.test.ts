import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { gatewayCalls } from '../../../shared/calls/gateway.ts'
import { ANY_RESPONSE } from '../../fixtures/calls/any-response.ts'
import { EXAMPLES } from '../../fixtures/calls/call-examples.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { ownRequest, URLS, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => void vi.restoreAllMocks())

/** The path of every read of the gateway, by its name. */
const READS = Object.entries(gatewayCalls)
  .filter(([, { method }]) => method === 'GET' || method === 'ANY')
  .map(([name]): [string, string] => [name, EXAMPLES[name]?.path ?? ''])

const hangs = () => new Promise<never>(() => {})

/** What a gateway's read has, in ms, with room for a busy machine; a write has 4000 here and 5000 elsewhere. */
const EMBEDDED = { least: 1900, most: 3800 }
const ELSEWHERE = { least: 2400, most: 4700 }

async function timed(request: Promise<Response>) {
  const start = performance.now()
  const response = await request
  await response.body?.cancel()
  return { status: response.status, ms: performance.now() - start }
}

async function expectWithin(
  bounds: typeof EMBEDDED,
  status: number,
  ask: (path: string) => Promise<Response>,
) {
  const answers = await Promise.all(
    READS.map(async ([name, path]) => ({ name, ...(await timed(ask(path))) })),
  )
  expect(answers.map(({ name, status }) => [name, status])).toEqual(READS.map(([name]) => [name, status]))
  for (const { name, ms } of answers) {
    expect(ms, name).toBeGreaterThan(bounds.least)
    expect(ms, name).toBeLessThan(bounds.most)
  }
}

/** The database, but for these tables: what asks for one of them hangs. */
function hangingAt(tables: RegExp): D1Database {
  const hung = new WeakSet<object>()
  const statement = (real: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(real, {
      get: (target, name) => {
        if (name === 'bind') return (...values: unknown[]) => marked(target.bind(...values))
        return hangs
      },
    })
  const marked = (real: D1PreparedStatement) => {
    const one = statement(real)
    hung.add(one)
    return one
  }
  return new Proxy(env.DB, {
    get(db, name) {
      if (name === 'prepare')
        return (sql: string) => (tables.test(sql) ? marked(db.prepare(sql)) : db.prepare(sql))
      if (name === 'batch')
        return (list: D1PreparedStatement[]) => (list.some((one) => hung.has(one)) ? hangs() : db.batch(list))
      const member: unknown = Reflect.get(db, name, db)
      return typeof member === 'function' ? member.bind(db) : member
    },
  })
}

describe('F32: every read of the gateway ends in the time of a read, not of a write', () => {
  let staff: Visitor
  const DB = hangingAt(
    /\b(?:FROM|JOIN) (?:stories|trending_stories|scheduled_gifs|scheduler_activity|gifs)\b|s\.publish_at|username = \?1 AND state/,
  )
  const site = embeddedSite({ DB })

  beforeAll(async () => {
    staff = await somebodyNew(site, { username: 'sandy', role: 'staff' })
  })

  it('embedded, with a database that hangs', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const own = new Map([
      [EXAMPLES.analytics?.path, '/gateway/analytics/days?gif_id=abc'],
      [EXAMPLES.userStories?.path, '/gateway/stories?username=ann'],
    ])
    await expectWithin(EMBEDDED, 503, (path) => staff.call(`GET ${own.get(path) ?? path}`))
  })

  it('elsewhere, with a service that hangs', async () => {
    const { send } = withUpstreams(({ url }) =>
      url.startsWith(URLS.GATEWAY_URL) ? hangs() : Response.json(ANY_RESPONSE),
    )
    await expectWithin(ELSEWHERE, 502, (path) => send(ownRequest(`GET ${path}`)))
  })
})
