import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'
import { readProxies, visitorOf } from './proxies.ts'
import { readArguments } from './server-arguments.ts'
import { readSettings } from './settings.ts'

describe('who a request comes from', () => {
  const from = async (trusted: string, peer: string, forwarded?: string) =>
    visitorOf(peer, forwarded, await readProxies(trusted))

  it.each([
    ['nobody is trusted', '', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['a proxy has seen one', '127.0.0.1', '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['a visitor has written more', '127.0.0.1', '127.0.0.1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['two proxies in a network', '10.0.0.0/8', '10.0.0.2', '198.51.100.7, 10.9.9.9', '198.51.100.7'],
    ['whoever connects', 'on', '192.0.2.1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['what is no address', '127.0.0.1', '127.0.0.1', '198.51.100.7, unknown', '127.0.0.1'],
    ['a proxy says nothing', '127.0.0.1', '127.0.0.1', undefined, '127.0.0.1'],
    ['IPv6', '::1', '::1', '2001:db8::7', '2001:db8::7'],
  ])('%s', async (_name, trusted, peer, forwarded, visitor) => {
    expect(await from(trusted, peer, forwarded)).toBe(visitor)
  })

  it('says what is neither an address, nor a network, nor a name', async () => {
    await expect(readProxies('proxy/8')).rejects.toThrow("not 'proxy/8'")
  })
})

describe('the configuration', () => {
  const read = (given: { files?: string[]; environment?: Record<string, string>; pairs?: string[] }) =>
    readSettings({ defaults: { BRAND_NAME: 'Loopframe' }, files: [], environment: {}, pairs: [], ...given })

  it('is that of files, then the environment, then the command line', () => {
    const files = ['BRAND_NAME=One\nMAIL_FROM=a@example.test', 'BRAND_NAME=Two']
    expect(read({ files }).vars).toMatchObject({ BRAND_NAME: 'Two', MAIL_FROM: 'a@example.test' })
    const environment = { BRAND_NAME: 'Three', HOME: '/root', DEBUG: '*' }
    expect(read({ files, environment }).vars).toEqual({ BRAND_NAME: 'Three', MAIL_FROM: 'a@example.test' })
    expect(read({ files, environment, pairs: ['BRAND_NAME:Four: 4'] }).vars.BRAND_NAME).toBe('Four: 4')
  })

  it('has no names of its own making, and no bad values', () => {
    expect(() => read({ files: ['PUBLIC_ULR=https://a.test'] })).toThrow('There is no variable PUBLIC_ULR')
    expect(() => read({ pairs: ['PUBLIC_URL:http://a.test'] })).toThrow('PUBLIC_URL must be an https URL')
    expect(() => readArguments(['--data', 'd', '--port', '0'], '/')).toThrow('--port takes a number')
  })

  it.each([
    ['256m', 256],
    ['2g', 2048],
  ])('bounds the memory at %s', (memory, megabytes) => {
    expect(readArguments(['--data', 'd', '--memory', memory], '/').memory).toBe(megabytes * 1024 ** 2)
  })

  it.each(['255m', '2', '0g', '1.5g', '2gb', '-1g'])('takes no memory of %s', (memory) => {
    expect(() => readArguments(['--data', 'd', `--memory=${memory}`], '/')).toThrow('--memory takes 256m')
  })

  it('T39: gives the log no secret, and no address in full', () => {
    const environment = {
      SMTP_URL: 'smtp://me:pass%20word%21@mail.test',
      PROVIDER_KEY: 'key-of-the-provider',
    }
    const { secrets, smtpUrl, vars } = read({ environment })
    expect(smtpUrl).toBe(environment.SMTP_URL)
    expect(vars).not.toHaveProperty('SMTP_URL')
    const lines: string[] = []
    const log = createLog(secrets, (line) => lines.push(line))
    log('error', `pass word! and ${environment.SMTP_URL} at 203.0.113.77 and 2001:db8:1:2:3:4:5:6`)
    log('info', { key: environment.PROVIDER_KEY })
    log('info', '{"route":"/embed/:id"}')
    expect(lines.join()).not.toMatch(/pass|key-of|203\.0\.113\.77|:5:6/)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', message: expect.stringContaining('203.0.113.0') },
      { key: '[secret]' },
      { route: '/embed/:id' },
    ])
  })
})
