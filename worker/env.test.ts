import { describe, expect, it } from 'vitest'
import { readConfig } from './env.ts'

describe('the configuration', () => {
  it('is complete without a variable', () => {
    expect(readConfig({})).toMatchObject({ BRAND_NAME: 'Loopframe', PROVIDER_SHAPE: 'giphy', TRACKING: 'on' })
  })

  it.each(['giphy', 'tenor', 'klipy'] as const)('knows a provider of the shape %s', (shape) => {
    expect(readConfig({ PROVIDER_SHAPE: shape }).PROVIDER_SHAPE).toBe(shape)
  })

  it('names the variable of a bad value, and not the value', () => {
    expect(() => readConfig({ PROVIDER_SHAPE: 's3cret' })).toThrow(/^((?!s3cret).)*PROVIDER_SHAPE/)
    expect(() => readConfig({ SITE_URL: 'https://x.test/?k=s3cret' })).toThrow(/^((?!s3cret).)*SITE_URL/)
    expect(() => readConfig({ TRACKING: 's3cret' })).toThrow(/^((?!s3cret).)*TRACKING/)
  })

  it.each([
    'PUBLIC_URL',
    'PROVIDER_URL',
    'PINGBACK_URL',
    'SITE_URL',
    'GATEWAY_URL',
    'IMAGING_URL',
    'VIMEO_URL',
    'SPOTIFY_URL',
  ])('T39 takes plain http in %s for this machine alone', (name) => {
    for (const host of ['localhost:8080', '127.0.0.1:1', '[::1]:1']) {
      expect(readConfig({ [name]: `http://${host}/svc/` })).toHaveProperty(name, `http://${host}/svc`)
    }
    expect(readConfig({ [name]: 'https://up.test/' })).toHaveProperty(name, 'https://up.test')
    for (const url of [
      'http://up.test',
      'http://localhost.up.test',
      'http://localhost@up.test',
      'http://127.0.0.1.up.test',
      'http://10.0.0.1',
      'ftp://localhost',
      'https://',
      'https://up.test/#a',
    ]) {
      expect(() => readConfig({ [name]: url }), url).toThrow(`${name} must be an https URL`)
    }
  })
})
