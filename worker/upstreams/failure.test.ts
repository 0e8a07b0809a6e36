import { afterEach, describe, expect, it, vi } from 'vitest'
import { publicMessage, publicText } from './failure.ts'

afterEach(() => void vi.restoreAllMocks())

describe('T39 an upstream’s text', () => {
  it.each([
    ['connect ECONNREFUSED 10.1.2.3:5432', 'connect ECONNREFUSED …'],
    ['no route to fd00::1:2', 'no route to …'],
    ['at [2001:db8:0:1:2:3:4:5]:80', 'at …'],
    ['from redis-master.prod.svc.cluster.local:6379', 'from …'],
    ['from redis:6379', 'from …'],
    ['see https://wiki.example/x?y=1 for more', 'see … for more'],
    ['postgres://me:pw@db/x is down', '… is down'],
    ['write to ops@corp.example please', 'write to … please'],
    ['localhost refused', '… refused'],
    ['bad api_key=abc123', 'bad …'],
    ['bad token: s3cr3tvalue', 'bad …'],
    ['Authorization Bearer abcdefghijklmnop', 'Authorization …'],
    ['key AKIAIOSFODNN7EXAMPLE12345', 'key …'],
    ['in /srv/app/views.py line 3', 'in … line 3'],
    ['with our-own-secret inside', 'with … inside'],
    ['with a%2Fsecret inside', 'with … inside'],
  ])('%s', (text, clean) => {
    expect(publicText(text, ['our-own-secret', 'a/secret'])).toBe(clean)
  })

  it.each([
    'q is too long',
    'password: is too short',
    'A GIF/WebP at 12:30:45, e.g. 3o7aD2saalBwwftBIY, was not found.',
    'Der Titel ist zu kurz – bitte länger!',
  ])('plain words stay: %s', (text) => {
    expect(publicText(text, [])).toBe(text)
  })

  it('has 200 characters at most, and no part of a secret at its end', () => {
    expect(publicText('a b '.repeat(1000), [])).toHaveLength(200)
    expect(publicText(`https://a.test/${'x'.repeat(975)} our-own-secret`, ['our-own-secret'])).not.toContain(
      'our',
    )
  })

  it.each(['a.', 'a-', '1:', '::', 'key', '/a', 'a@', '["\''])('takes linear time for %s', (part) => {
    const start = performance.now()
    publicText(part.repeat(100_000), [])
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

it('T39 from 500 on a message is logged and not shown', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const text = 'at 10.0.0.1 with key our-own-secret'
  expect(publicMessage({ upstream: 'site', status: 422, text }, ['our-own-secret'])).toBe('at … with key …')
  expect(warn).not.toHaveBeenCalled()
  expect(publicMessage({ upstream: 'site', status: 500, text }, ['our-own-secret'])).toBe('')
  expect(warn.mock.calls).toEqual([
    ['{"kind":"upstream-message","upstream":"site","status":500,"message":"at … with key …"}'],
  ])
})
