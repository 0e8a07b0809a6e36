import { describe, expect, it, vi } from 'vitest'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { fieldsNow, tagsOf, type Wish, wishedFields } from './item.tsx'

// The clients of the page's calls are made with its address.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://gifs.example' }))

const ITEM: LibraryItem = {
  id: 'abc',
  title: 'A cat',
  alt_text: '',
  type: 'gif',
  tags: ['Cat', 'happy'],
  rating: 'g',
  source_post_url: '',
  is_hidden: false,
  is_waiting: false,
  is_indexable: true,
  create_datetime: '2026-11-01 10:00:00',
  state: 'done',
  made: 0,
  planned: 0,
  reason: '',
  thumbnail: null,
  username: 'ann',
  cta_link: '',
  cta_text: '',
  external_media: null,
}
const NOTHING: Wish = { rating: '', add: [], remove: [], step: '' }

describe('a change of many items', () => {
  it.each<[string, Partial<Wish>, object]>([
    ['nothing', {}, {}],
    ['the rating that it has', { rating: 'g' }, {}],
    ['another rating', { rating: 'pg' }, { rating: 'pg' }],
    ['a tag that it has, however written', { add: ['CAT'] }, {}],
    ['a tag more, one less', { add: ['dog'], remove: ['cat'] }, { tags: ['happy', 'dog'] }],
    ['its last tags', { remove: ['cat', 'happy'] }, { tags: [] }],
    ['hidden', { step: 'hide' }, { is_hidden: true }],
    ['shown, as it is', { step: 'show' }, {}],
    ['out of lists', { step: 'unlist', rating: 'r' }, { rating: 'r', is_indexable: false }],
    ['into lists, as it is', { step: 'list' }, {}],
  ])('%s', (_name, wish, expected) => {
    const fields = wishedFields(ITEM, { ...NOTHING, ...wish })
    expect(fields).toEqual(expected)
    const back = fieldsNow(ITEM, fields)
    expect(Object.keys(back)).toEqual(Object.keys(fields))
    expect({ ...ITEM, ...fields, ...back }).toEqual(ITEM)
  })

  it('reads tags as they are typed', () => {
    expect(tagsOf(' one, two words,,one ,')).toEqual(['one', 'two words'])
    expect(tagsOf(' ')).toEqual([])
  })
})
