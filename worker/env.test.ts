import { describe, expect, it } from 'vitest'
import { readConfig } from './env.ts'

describe('the configuration', () => {
  it('is complete without a variable', () => {
    expect(readConfig({})).toMatchObject({ BRAND_NAME: 'Loopframe', PROVIDER_SHAPE: 'giphy', TRACKING: 'on' })
  })

  it.each(['tenor', 'klipy'])('refuses a provider of the shape %s, which has no adapter', (shape) => {
    expect(() => readConfig({ PROVIDER_SHAPE: shape })).toThrow(
      `PROVIDER_SHAPE ${shape} is not supported yet: use giphy`,
    )
  })

  it('names the variable of a bad value, and not the value', () => {
    expect(() => readConfig({ PROVIDER_SHAPE: 's3cret' })).toThrow(/^((?!s3cret).)*PROVIDER_SHAPE/)
    expect(() => readConfig({ SITE_URL: 'https://x.test/?k=s3cret' })).toThrow(/^((?!s3cret).)*SITE_URL/)
    expect(() => readConfig({ TRACKING: 's3cret' })).toThrow(/^((?!s3cret).)*TRACKING/)
  })
})
