import { describe, expect, it } from 'vitest'
import { providerCalls } from '../calls/provider.ts'
import { providerRequest } from './response.ts'

const address = { base: 'https://provider.test', key: 'secret-key', pingbackId: '0123456789abcdef' }

describe('§7 provider requests', () => {
  it('fill the path, add the fields, the key and the pingback id', () => {
    const { url, method } = providerRequest(address, providerCalls.search, {
      type: 'gifs',
      q: 'a b&c',
      limit: 6,
    })
    expect(method).toBe('GET')
    expect(url).toBe(
      'https://provider.test/v1/gifs/search?q=a+b%26c&limit=6&api_key=secret-key&pingback_id=0123456789abcdef',
    )
  })

  it('keep a base with a path of its own', () => {
    const { url } = providerRequest({ ...address, base: 'https://p.test/giphy' }, providerCalls.gif, {
      id: 'x',
    })
    expect(url).toMatch(/^https:\/\/p\.test\/giphy\/v1\/gifs\/x\?/)
  })

  it('never let an input leave its place in the path', () => {
    const { url } = providerRequest(address, providerCalls.relatedTags, { tag: '../../admin?x=1#y' })
    expect(new URL(url).pathname).toBe('/v1/tags/related/..%2F..%2Fadmin%3Fx%3D1%23y')
  })

  it('T14: carry the three SDK headers and follow no redirect', () => {
    const request = providerRequest(address, providerCalls.gif, { id: 'x' })
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'application/json',
      'x-giphy-sdk-name': 'JavascriptSDK',
      'x-giphy-sdk-platform': 'web',
      'x-giphy-sdk-version': '1.0.0',
    })
    expect(request.redirect).toBe('manual')
  })

  it('send the fields of a write in its body', async () => {
    const request = providerRequest(address, providerCalls.setCta, {
      id: 'x',
      link: 'https://a.test/',
      text: 'Go',
    })
    expect(request.method).toBe('PUT')
    expect(await request.text()).toBe('link=https%3A%2F%2Fa.test%2F&text=Go')
    expect(new URL(request.url).searchParams.has('text')).toBe(false)
  })
})
