import { describe, expect, it } from 'vitest'
import { HOSTILE_URLS } from '../../test/fixtures/calls/hostile-urls.ts'
import { publicUrl } from './public-url.ts'

describe('T10: SSRF: what a service may be told to fetch', () => {
  it.each(HOSTILE_URLS)('not %s', (url) => {
    expect(publicUrl(url)).toBeUndefined()
  })

  it.each([
    ['https://media.example.com/a.gif?x=1', 'https://media.example.com/a.gif?x=1'],
    ['HTTPS://Media.Example.COM:443/a.gif#frame', 'https://media.example.com/a.gif'],
    ['https://media.example.com/a/../b.gif', 'https://media.example.com/b.gif'],
    ['https://bücher.example/a.gif', 'https://xn--bcher-kva.example/a.gif'],
    ['https://example.com', 'https://example.com/'],
  ])('%s, as %s', (url, canonical) => {
    expect(publicUrl(url)).toBe(canonical)
  })
})
