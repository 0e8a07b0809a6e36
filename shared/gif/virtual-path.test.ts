import { describe, expect, it, vi } from 'vitest'
import { virtualPath } from './virtual-path.ts'

describe('§2 virtual page paths', () => {
  it.each([
    ['related GIFs', '/v1/gifs/related?gif_id=cat7&limit=6&offset=0', '/gifs/cat7/related/page/1'],
    [
      'related GIFs, next page',
      '/v1/gifs/related?gif_id=cat7&limit=12&offset=6',
      '/gifs/cat7/related/page/2',
    ],
    [
      'related GIFs, third page',
      '/v1/gifs/related?gif_id=cat7&limit=12&offset=18',
      '/gifs/cat7/related/page/3',
    ],
    ['related GIFs by slug', '/api/v1/gifs/happy-cat7/related?page=4', '/gifs/happy-cat7/related/page/4'],
    ['search', '/v1/gifs/search?q=happy%20cat&limit=25&offset=50', '/search/happy%20cat/page/3'],
    ['search without a page', '/v1/gifs/search?q=cat', '/search/cat/page/1'],
    [
      'sticker trending',
      '/v1/stickers/trending?limit=25&offset=25',
      '/create/gifmaker/decorate/stickers/page/2',
    ],
    ['sticker search', '/v1/stickers/search?q=a/b', '/create/gifmaker/decorate/stickers/search/a%2Fb'],
    [
      'sticker search with a page',
      '/v1/stickers/search?q=cat&page=2',
      '/create/gifmaker/decorate/stickers/search/cat/page/2',
    ],
    ['channel GIFs', '/api/v3/channels/12/gifs/?page=3', '/channels/12/page/3'],
    ['channel GIFs without a page', '/api/v3/channels/12/gifs/', ''],
    ['channel search', '/api/v3/channels/12/search/?q=cat', '/channel/12/search/cat'],
    [
      'channel search with a page',
      '/api/v3/channels/12/search/?q=cat&page=2',
      '/channel/12/search/cat/page/2',
    ],
    ['a channel of ours', '/v1/gifs/search?q=%40looplab&limit=25&offset=25', '/channels/looplab/page/2'],
    ['a channel of ours without a page', '/v1/stickers/search?q=@looplab', ''],
    [
      'a search in a channel of ours',
      '/v1/gifs/search?q=@looplab+happy+cat&limit=25&offset=0',
      '/channel/looplab/search/happy%20cat/page/1',
    ],
    ['a full URL', 'https://api.test/v1/gifs/search?q=cat&api_key=secret', '/search/cat/page/1'],
  ])('%s', (_name, url, path) => {
    expect(virtualPath(url)).toBe(path)
  })

  it.each([
    '/embed/happy-cat7',
    '/v1/gifs/trending?limit=25&offset=25',
    '/',
    '/v1/channels/search?q=a%20b&x',
    '/v1/text/search?q=hi',
  ])('any other path passes through, its query too: %s', (path) => {
    expect(virtualPath(path)).toBe(path)
  })

  it('lets neither the key nor an id through', () => {
    expect(virtualPath('https://api.test/v1/emoji?api_key=secret')).toBe('/v1/emoji')
    expect(virtualPath('/v1/emoji?pingback_id=abc&limit=5&api_key=secret')).toBe('/v1/emoji?limit=5')
  })

  it('warns of a URL that cannot be parsed and leaves it alone', () => {
    const warn = vi.fn()
    expect(virtualPath('https://:x', warn)).toBe('https://:x')
    expect(warn).toHaveBeenCalledExactlyOnceWith('loopframe: no path can be read from "https://:x"')
  })
})
