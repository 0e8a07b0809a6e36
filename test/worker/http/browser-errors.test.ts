import { afterEach, describe, expect, it, vi } from 'vitest'
import { ERROR_REPORT_MAX } from '../../../shared/schema/error-report.ts'
import { withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => vi.restoreAllMocks())

const report = (fields: object = {}) => ({ message: 'boom', url: 'https://loop.test/embed/cat', ...fields })

async function post(
  body: unknown,
  type = 'text/plain;charset=UTF-8',
  vars = {},
  origin: Record<string, string> = { Origin: 'null' },
) {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { send } = withProvider(() => new Response(''), vars)
  const response = await send(
    new Request('https://loop.test/browser-errors', {
      method: 'POST',
      headers: { 'Content-Type': type, ...origin },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
  return { response, lines: said.mock.calls.map(([line]) => String(line)) }
}

describe('POST /browser-errors (§9)', () => {
  it.each(['text/plain;charset=UTF-8', 'application/json'])(
    'takes a report as %s, from a frame without an origin too, and logs it in one line',
    async (type) => {
      const { response, lines } = await post(report({ status: 502, stack: 'at f\nat g' }), type)
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(lines).toHaveLength(1)
      expect(lines[0]).not.toContain('\n')
      expect(JSON.parse(lines[0] as string)).toMatchObject({
        kind: 'browser-error',
        message: 'boom',
        status: 502,
        stack: 'at f\nat g',
        requestId: response.headers.get('x-request-id'),
      })
    },
  )

  it('T39, T46: logs routes of ours instead of addresses, and none of others', async () => {
    const { lines } = await post(
      report({
        message: 'no https://a.test/x?api_key=SECRET or /v1/gifs/SECRET',
        url: 'https://loop.test/embed/SECRET?token=SECRET',
        stack: 'f (https://loop.test/static/live-ABCD1234.js:1:2)\nat https://SECRET.test/SECRET.js:1:2',
        entries: [{ at: 1, text: '404 from https://loop.test/v1/gifs/search?q=SECRET' }],
      }),
    )
    expect(JSON.parse(lines.join())).toMatchObject({
      message: 'no … or /v1/gifs/:id',
      url: '/embed/:slug',
      stack: 'f (/static/live-ABCD1234.js:1:2)\nat …',
      entries: [{ at: 1, text: '404 from /v1/gifs/search' }],
    })
    expect(lines.join()).not.toContain('SECRET')
  })

  it.each<[string, Record<string, string>, string, object, number]>([
    ['a page of ours', { Origin: 'https://loop.test' }, 'https://loop.test/search/cat', {}, 204],
    [
      'one at the public URL',
      { Origin: 'https://gifs.example.com' },
      'https://gifs.example.com/',
      { PUBLIC_URL: 'https://gifs.example.com' },
      204,
    ],
    ['a sandboxed embed', { Origin: 'null' }, 'https://loop.test/embed/cat', {}, 204],
    ['a sandboxed widget', { Origin: 'null' }, 'https://loop.test/widgets/grid', {}, 204],
    ['a sandbox of another site', { Origin: 'null' }, 'https://evil.test/embed/cat', {}, 403],
    ['a sandbox that is no frame of ours', { Origin: 'null' }, 'https://loop.test/search/cat', {}, 403],
    ['another site', { Origin: 'https://evil.test' }, 'https://loop.test/embed/cat', {}, 403],
    [
      'a host that sounds like ours',
      { Origin: 'https://loop.test.evil.test' },
      'https://loop.test/',
      {},
      403,
    ],
    ['ours over http', { Origin: 'http://loop.test' }, 'https://loop.test/', {}, 403],
    ['no browser', {}, 'https://loop.test/embed/cat', {}, 403],
  ])('T46: takes reports of our own pages alone: %s', async (_name, origin, url, vars, status) => {
    const { response, lines } = await post(report({ url }), 'text/plain', vars, origin)
    expect(response.status).toBe(status)
    expect(lines).toHaveLength(status === 204 ? 1 : 0)
  })

  it('T46: refuses another site before it reads the body', async () => {
    const { response } = await post('{', 'text/plain', {}, { Origin: 'https://evil.test' })
    expect(response.status).toBe(403)
  })

  it.each([
    ['no JSON', '{', 400],
    ['nothing', '', 400],
    ['no message', { url: 'x' }, 400],
    ['a URL above 2000 characters', report({ url: 'x'.repeat(2001) }), 400],
    ['31 entries', report({ entries: Array.from({ length: 31 }, () => ({ at: 1, text: 'x' })) }), 400],
    ['more than 16 KB', 'x'.repeat(ERROR_REPORT_MAX.bytes + 1), 413],
  ])('T18, T46: refuses %s and logs nothing', async (_name, body, status) => {
    const { response, lines } = await post(body)
    expect(response.status).toBe(status)
    expect(lines).toEqual([])
  })

  it('T46: limits the rate, of all where no address is known', async () => {
    const limit = vi.fn(async () => ({ success: false }))
    const { response, lines } = await post(report(), 'text/plain', { TOTAL_LIMIT: { limit } })
    expect(response.status).toBe(429)
    expect(lines.filter((line) => line.includes('browser-error'))).toEqual([])
  })

  it('responds to the preflight of a frame that posts JSON', async () => {
    const { send } = withProvider(() => new Response(''))
    const asked = new Request('https://loop.test/browser-errors', { method: 'OPTIONS' })
    const response = await send(asked)
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-allow-origin': '*',
    })
  })
})
