import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { App } from '../app-types.ts'
import { failureResponse } from '../failure-response.ts'
import { answersAs } from '../middleware/response-class.ts'
import { browserErrors } from './browser-errors.ts'

afterEach(() => vi.restoreAllMocks())

const app = new Hono<App>().use(answersAs('pingback')).route('/browser-errors', browserErrors)
app.onError(failureResponse)

const said = () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => error.mock.calls.map((call) => call.join(' '))
}

const report = (fields: object = {}) => ({
  message: 'Error: x',
  url: 'https://loop.test/embed/cat7',
  ...fields,
})

const post = (body: unknown, env: object = {}, type = 'text/plain;charset=UTF-8') =>
  app.request(
    '/browser-errors',
    {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
    env,
  )

describe('POST /browser-errors', () => {
  it.each(['text/plain;charset=UTF-8', 'application/json'])('says a report in one line: %s', async (type) => {
    const lines = said()
    const response = await post(
      report({ stack: 'a\nb', entries: [{ at: 3, text: 'event share' }] }),
      {},
      type,
    )
    expect(response.status).toBe(204)
    expect(lines()).toHaveLength(1)
    expect(lines()[0]).toContain('event share')
    expect(lines()[0]).not.toContain('\n')
  })

  it('no line holds what could be a secret', async () => {
    const lines = said()
    await post(
      report({
        message:
          'refused https://api.test/v1/x?api_key=KEY1&q=cat#KEY2, api_key=KEY3; Authorization: Token KEY4',
        stack: 'at https://loop.test/static/live.js:1:2 "access_token":"KEY5" Bearer KEY6 password: KEY7',
        entries: [{ at: 1, text: 'csrftoken=KEY8 session=KEY9' }],
      }),
    )
    expect(lines()[0]).not.toMatch(/KEY\d/)
    expect(lines()[0]).toContain('https://loop.test/static/live.js:1:2')
  })

  it.each([
    ['no JSON', '{', 400],
    ['no message', report({ message: '' }), 400],
    ['no url', { message: 'x' }, 400],
    ['a url over 2000 characters', report({ url: 'x'.repeat(2001) }), 400],
    ['31 entries', report({ entries: Array.from({ length: 31 }, () => ({ at: 1, text: 'x' })) }), 400],
    ['more than 16 KB', report({ stack: 'x'.repeat(17_000) }), 413],
  ])('refuses %s', async (_name, body, status) => {
    const lines = said()
    expect((await post(body)).status).toBe(status)
    expect(lines()).toEqual([])
  })

  it('is held to a rate', async () => {
    const PINGBACK_LIMIT = { limit: async () => ({ success: false }) }
    expect((await post(report(), { PINGBACK_LIMIT })).status).toBe(429)
  })
})
