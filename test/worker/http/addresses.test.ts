import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import worker from '../../../worker/index.ts'
import { OWN, ownRequest, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => void vi.restoreAllMocks())

const no = () => Response.json({ message: 'no' }, { status: 403 })
const CLOUDFLARE = { cf: { colo: 'ZRH' } }

type Sent = { cf?: string; forwarded?: string; host?: string }

function requestFrom(
  { cf, forwarded, host = OWN }: Sent,
  { what, body }: { what: string; body?: string } = {
    what: 'POST /api/v3/register/confirm',
    body: 'token=x',
  },
): Request {
  const headers = {
    Origin: host,
    ...(cf && { 'CF-Connecting-IP': cf }),
    'X-Forwarded-For': forwarded ?? '',
  }
  const request = ownRequest(what, { type: 'application/x-www-form-urlencoded', headers, body: body ?? null })
  return new Request(request.url.replace(OWN, host), new Request(request, cf ? CLOUDFLARE : {}))
}

/** `TRUST_PROXY`, what a request brings, and the address that counts; undefined where all visitors are one. */
const ROWS: [string, string, Sent, string | undefined][] = [
  ['Cloudflare says it', '', { cf: '192.0.2.1' }, '192.0.2.1'],
  ['a visitor says it', '', { forwarded: '198.51.100.1' }, undefined],
  ['Cloudflare, and a visitor', '', { cf: '192.0.2.1', forwarded: '198.51.100.1' }, '192.0.2.1'],
  ['nothing says it', 'on', {}, undefined],
  ['the proxy says it', 'on', { forwarded: '192.0.2.1' }, '192.0.2.1'],
  ['the proxy, behind a visitor', 'on', { forwarded: '198.51.100.1, 192.0.2.1' }, '192.0.2.1'],
  ['the proxy says a name', 'on', { forwarded: 'example.com' }, undefined],
  ['the proxy says no address', 'on', { forwarded: '300.1.1.1' }, undefined],
  [
    'Cloudflare, and it is no proxy of ours',
    'on',
    { cf: '192.0.2.1', forwarded: '198.51.100.1' },
    '192.0.2.1',
  ],
  [
    'two proxies',
    '10.0.0.1, 10.0.0.2',
    { forwarded: '198.51.100.1, 192.0.2.1, 10.0.0.2, 10.0.0.1' },
    '192.0.2.1',
  ],
  ['a proxy by IPv6', '2001:db8::1', { forwarded: '2001:db8:7::9, 2001:DB8:0::1' }, '2001:db8:7:0'],
  ['a proxy by mapped IPv4', '10.0.0.1', { forwarded: '192.0.2.1, ::ffff:10.0.0.1' }, '192.0.2.1'],
  ['proxies alone', '10.0.0.1', { forwarded: '10.0.0.1' }, undefined],
  [
    'a proxy in front of Cloudflare',
    '192.0.2.9',
    { cf: '192.0.2.9', forwarded: '192.0.2.1, 192.0.2.9' },
    '192.0.2.1',
  ],
  ['this machine', '', { cf: '192.0.2.1', host: 'http://localhost:8787' }, undefined],
  ['a bare address', '', { cf: '192.0.2.1', host: 'http://127.0.0.1' }, undefined],
]

describe('T16: whose address counts', () => {
  it.each(ROWS)('%s, TRUST_PROXY "%s"', async (_name, TRUST_PROXY, sent, address) => {
    const keys: string[] = []
    const noted = (name: string) => ({
      limit: async ({ key }: { key: string }) => {
        keys.push(`${name} ${key}`)
        return { success: true }
      },
    })
    const vars = { TRUST_PROXY, GUESS_LIMIT: noted('one'), TOTAL_LIMIT: noted('all') }
    await withUpstreams(no, vars).send(requestFrom(sent))
    expect(keys).toEqual([address ? `one registerConfirm ${address}` : 'all GUESS_LIMIT registerConfirm'])
  })

  it('a list that is none names the variable', () => {
    expect(() => withUpstreams(no, { TRUST_PROXY: 'my-proxy' })).toThrow('TRUST_PROXY')
  })
})

describe('what an isolate says when it starts', () => {
  async function said(vars: object, sent: Sent) {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const ctx = createExecutionContext()
    const bindings = { ...env, ...vars }
    for (let n = 0; n < 2; n++)
      await worker.fetch(requestFrom(sent, { what: 'GET /healthz' }) as never, bindings as never, ctx)
    const response = await worker.fetch(
      requestFrom(sent, { what: 'GET /healthz' }) as never,
      bindings as never,
      ctx,
    )
    await waitOnExecutionContext(ctx)
    const kinds = warned.mock.calls.map(([line]) => (JSON.parse(String(line)) as { kind: string }).kind)
    return { kinds, mailLinks: ((await response.json()) as { mail_links: string }).mail_links }
  }

  it.each<[object, Sent, string[]]>([
    [{}, {}, ['mail-links-off', 'addresses-unknown']],
    [{ PUBLIC_URL: OWN }, { cf: '192.0.2.1' }, []],
    [{ LOCAL_URL: 'http://localhost:8787' }, {}, ['addresses-unknown']],
    [{ TRUST_PROXY: 'on' }, { forwarded: '192.0.2.1' }, ['mail-links-off']],
  ])('T62, T44: once each, with %j and %j: %j', async (vars, sent, lines) => {
    const { kinds, mailLinks } = await said(vars, sent)
    expect(kinds).toEqual(lines)
    expect(mailLinks).toBe(lines.includes('mail-links-off') ? 'off' : 'on')
  })
})
