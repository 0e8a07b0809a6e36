import { afterEach, describe, expect, it, vi } from 'vitest'
import { okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => vi.restoreAllMocks())

const TXT = '/.well-known/security.txt'
const POLICY = '/.well-known/security-policy.txt'
const DAY_MS = 86_400_000

const site = (vars: Record<string, string> = {}) => withProvider(() => Response.json(okJson([])), vars)

describe('T47 /.well-known/security.txt (RFC 9116)', () => {
  it('names contact, expiry within a year, policy and its own address', async () => {
    const { get } = site({
      SECURITY_CONTACT: 'mailto:security@gifs.example',
      PUBLIC_URL: 'https://gifs.example',
    })
    const response = await get(TXT)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    const fields = new Map(
      (await response.text())
        .trimEnd()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    )
    expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Policy', 'Canonical'])
    expect(fields.get('Contact')).toBe('mailto:security@gifs.example')
    expect(fields.get('Policy')).toBe(`https://gifs.example${POLICY}`)
    expect(fields.get('Canonical')).toBe(`https://gifs.example${TXT}`)
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / DAY_MS
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  })

  it('has its policy beside it', async () => {
    const response = await site({ SECURITY_CONTACT: 'https://gifs.example/report' }).get(POLICY)
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('report a weakness'),
    ])
  })

  it.each([TXT, POLICY])('%s is 404 without a contact', async (path) => {
    expect((await site().get(path)).status).toBe(404)
  })

  it.each(['security@gifs.example', 'http://gifs.example', 'mailto:a@b\nExpires: never'])(
    'refuses the contact %j',
    (SECURITY_CONTACT) => {
      expect(() => site({ SECURITY_CONTACT })).toThrow('SECURITY_CONTACT')
    },
  )
})
