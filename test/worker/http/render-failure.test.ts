import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, it, vi } from 'vitest'
import { createApp } from '../../../worker/app.ts'
import { createMade } from '../../../worker/memory.ts'
import { createServices } from '../../../worker/services.ts'

afterEach(() => vi.restoreAllMocks())

/** Data that throws where a page reads it: what a bug in any component does. */
const poisoned: never = new Proxy(
  {},
  {
    get(_target, name) {
      // A promise's end looks for it.
      if (name === 'then') return undefined
      throw new Error('caught secret detail')
    },
  },
) as never

const found = { state: 'miss' as const, age: 0, freshFor: 0, made: createMade(() => {}) }

async function get(path: string): Promise<Response> {
  const services = createServices(env)
  const provider = {
    ...services.provider,
    gif: async () => ({ gif: poisoned, isListed: true, ...found }),
    call: async () => ({ value: poisoned, ...found }),
    parsed: async () => ({ value: poisoned, ...found }),
  }
  const ctx = createExecutionContext()
  const response = await createApp({ ...services, provider }).fetch(
    new Request(`https://loop.test${path}`),
    env,
    ctx,
  )
  await waitOnExecutionContext(ctx)
  return response
}

it.each([
  '/embed/a-cat1',
  '/widgets/carousel?q=cat',
  '/widgets/grid?q=cat',
  '/gifs/a-cat2',
  '/search/cat',
  '/services/oembed?url=https://loop.test/gifs/a-cat3',
])('F17: what throws while %s is made is a 500 without a word of it', async (path) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const response = await get(path)
  const text = await response.text()
  expect([response.status, response.headers.get('cache-control')]).toEqual([500, 'no-store'])
  expect(text).not.toMatch(/secret|at \w+ \(|\.tsx?:/)
  expect(log).toHaveBeenCalled()
})
