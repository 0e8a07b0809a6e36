import { expect, it } from 'vitest'
import { listUrl } from './pages.ts'
import type { PickerPageProps } from './picker-props.ts'

const list = (more: Partial<PickerPageProps['list']> = {}): PickerPageProps['list'] => ({
  type: 'gifs',
  q: undefined,
  channel: undefined,
  related: undefined,
  ids: undefined,
  rating: 'pg',
  lang: undefined,
  limit: 25,
  ...more,
})

it.each([
  ['what is trending', { type: 'gifs', q: '' }, {}, '/v1/gifs/trending?limit=25&rating=pg'],
  [
    'a search',
    { type: 'stickers', q: 'a&b' },
    { lang: 'de' },
    '/v1/stickers/search?q=a%26b&lang=de&limit=25&rating=pg',
  ],
  [
    'text that nobody made on demand',
    { type: 'text', q: 'hi' },
    {},
    '/v1/text/search?q=hi&limit=25&rating=pg&excludeDynamicResults=true',
  ],
  [
    'a channel',
    { type: 'gifs', q: '' },
    { channel: 'nature' },
    '/v1/gifs/search?q=%40nature&limit=25&rating=pg',
  ],
  [
    'a search in a channel',
    { type: 'gifs', q: 'cat' },
    { channel: '@nature' },
    '/v1/gifs/search?q=%40nature+cat&limit=25&rating=pg',
  ],
  ['emoji', { type: 'emoji', q: '' }, {}, '/v1/emoji?limit=25'],
  ['emoji to search in', { type: 'emoji', q: 'cat' }, {}, '/v1/emoji?limit=50'],
  [
    'related ones',
    { type: 'gifs', q: '' },
    { related: 'abc' },
    '/v1/gifs/related?gif_id=abc&limit=25&rating=pg',
  ],
  [
    'another type than the host’s',
    { type: 'stickers', q: '' },
    { ids: 'a,b' },
    '/v1/stickers/trending?limit=25&rating=pg',
  ],
  ['the host’s own', { type: 'gifs', q: '' }, { ids: 'a,b' }, '/v1/gifs?ids=a%2Cb'],
] as const)('%s', (_, view, more, url) => {
  expect(listUrl(view, list(more))).toBe(url)
})
