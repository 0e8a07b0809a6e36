import { describe, expect, it } from 'vitest'
import { virtualPath } from '../../shared/gif/virtual-path.ts'
import { parseWidgetQuery, widgetList } from './query.ts'

describe('§2 the lists of widgets are counted as virtual pages', () => {
  const stickers = '/create/gifmaker/decorate/stickers'
  it.each([
    ['related GIFs', { related: 'cat7' }, '/gifs/cat7/related/page/2'],
    ['search', { q: 'happy cat' }, '/search/happy%20cat/page/2'],
    ['sticker trending', { type: 'stickers' }, `${stickers}/page/2`],
    ['sticker search', { type: 'stickers', q: 'cat' }, `${stickers}/search/cat/page/2`],
    ['channel GIFs', { channel: 'looplab' }, '/channels/looplab/page/2'],
    ['channel search', { q: '@looplab cat' }, '/channel/looplab/search/cat/page/2'],
  ])('%s', (_row, query, path) => {
    const { source } = widgetList(parseWidgetQuery(query as Record<string, string>).list)
    expect(virtualPath(`${source}&offset=25`)).toBe(path)
  })
})
