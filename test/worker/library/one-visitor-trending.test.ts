import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { heatOf } from '../../../origin/heat.ts'
import { createApp } from '../../../worker/app.ts'
import { createServices } from '../../../worker/services.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'

const ITEMS = 42
const VICTIM = 40
const PARALLEL = 25

/** The library's items get the weights of a seeded one: 100 for the first, 1.5 less for each after it. */
beforeAll(() => fillLibrary(env.DB))
beforeEach(async () => {
  await env.DB.batch([env.DB.prepare('DELETE FROM counted'), env.DB.prepare('DELETE FROM tallies')])
  const { results } = await env.DB.prepare('SELECT id FROM gifs ORDER BY num').all<{ id: string }>()
  const heats = results.map(({ id }, at) => [id, heatOf(100 - 1.5 * at, Date.now())])
  await env.DB.prepare(
    'UPDATE gifs SET heat = more FROM (SELECT value ->> 0 AS of, value ->> 1 AS more FROM json_each(?1)) WHERE id = of',
  )
    .bind(JSON.stringify(heats))
    .run()
})

/** The product with the library alone, and without the limit of requests: that must not be what holds. */
function product() {
  const { PINGBACKS: _queue, PINGBACK_LIMIT: _limit, ...bound } = env
  const bindings = { ...bound, PROVIDER_URL: '', PINGBACK_URL: '' }
  const app = createApp(createServices(bindings))
  return async (request: Request) => {
    const ctx = createExecutionContext()
    const response = await app.fetch(request, bindings, ctx)
    await waitOnExecutionContext(ctx)
    return response
  }
}

const ACTIONS = ['SEEN', 'HOVER', 'CLICK']

async function ranking(): Promise<string[]> {
  const { results } = await env.DB.prepare('SELECT id FROM gifs ORDER BY heat DESC, num DESC').all<{
    id: string
  }>()
  return results.map(({ id }) => id)
}

/** Sends as many requests with all actions for an item as said, each with a visitor id of its own. */
async function press(id: string, requests: number, addressOf: (n: number) => string) {
  const send = product()
  const item = await send(new Request(`https://loop.test/v1/gifs/${id}`))
  const { data } = (await item.json()) as { data: { analytics_response_payload: string } }
  const pressOnce = async (n: number) => {
    const events = ACTIONS.map((action_type) => ({
      ts: Date.now(),
      user_id: `visitor${n}`,
      action_type,
      analytics_response_payload: data.analytics_response_payload,
      door: { visitor: `chosen${n}`, at: Date.now() - n },
    }))
    const response = await send(
      new Request('https://loop.test/v2/pingback', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': addressOf(n) },
        body: JSON.stringify({ events }),
        // As Cloudflare's network does: elsewhere an address is not believed.
        cf: { colo: 'ZRH' },
      }),
    )
    expect(response.status).toBe(204)
  }
  for (let from = 0; from < requests; from += PARALLEL) {
    const length = Math.min(PARALLEL, requests - from)
    await Promise.all(Array.from({ length }, (_, at) => pressOnce(from + at)))
  }
}

describe('T44 one visitor’s power over trending', () => {
  const cases: [string, number, (n: number) => string, number][] = [
    ['10 requests of one address', 10, () => '203.0.113.7', 3],
    ['1000 requests of one address', 1000, () => '203.0.113.7', 3],
    ['100 requests of one /64', 100, (n) => `2001:db8:1:2::${n.toString(16)}`, 3],
    ['50 addresses', 50, (n) => `203.0.113.${n}`, 8],
  ]
  it.each(cases)(
    'T44 %s move an item few places',
    { timeout: 60_000 },
    async (_name, requests, addressOf, most) => {
      const before = await ranking()
      expect(before.length).toBeGreaterThanOrEqual(ITEMS)
      const id = before[VICTIM - 1] ?? ''
      await press(id, requests, addressOf)
      const moved = VICTIM - ((await ranking()).indexOf(id) + 1)
      expect(moved).toBeGreaterThan(0)
      expect(moved).toBeLessThanOrEqual(most)
    },
  )

  it('T44 no address is stored', async () => {
    const [id = ''] = await ranking()
    await press(id, 3, (n) => `203.0.113.${n}`)
    const { results } = await env.DB.prepare('SELECT * FROM counted').all()
    expect(results).toHaveLength(9)
    expect(JSON.stringify(results)).not.toMatch(/203\.0|chosen/)
  })
})
