import { expect, it, vi } from 'vitest'
import type { OwnCategory } from '../../../shared/schema/own/listings.ts'
import { isOffered, treeOf } from './categories.ts'
import { changedFields, fieldsOf, NEW_CATEGORY, nameField, valuesOf } from './category-draft.ts'

// The clients of the page's calls are made with its address.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://gifs.example' }))

const category = (fields: Partial<OwnCategory>): OwnCategory => ({
  ...NEW_CATEGORY,
  parent: null,
  ...fields,
})
const SEA = category({
  path: 'nature/sea',
  slug: 'sea',
  parent: 'nature',
  name: 'Sea',
  names: { 'pt-br': 'Mar', de: 'Meer' },
  tags: ['sea', 'ocean'],
  gif_ids: ['a', 'b'],
})

it('a form that was not touched changes nothing, whatever the order of the names', () => {
  expect(changedFields(fieldsOf(valuesOf(SEA), SEA, SEA.gif_ids), SEA)).toEqual({})
})

it('only what differs is changed; names of languages that are not ours stay', () => {
  const values = { ...valuesOf(SEA), [nameField('de')]: 'Das Meer', slug: ' ', tags: 'sea, wave' }
  expect(changedFields(fieldsOf(values, SEA, ['b', 'a']), SEA)).toEqual({
    names: { de: 'Das Meer', 'pt-br': 'Mar' },
    tags: ['sea', 'wave'],
    gif_ids: ['b', 'a'],
  })
})

it('a cover is an id, an address, or none', () => {
  const cover = (text: string) => fieldsOf({ ...valuesOf(SEA), cover: text }, SEA, []).cover
  expect(cover('abc12345')).toBe('abc12345')
  expect(cover('https://loop.test/gifs/a-wave-abc12345')).toBe('abc12345')
  expect(cover(' ')).toBeNull()
})

it('a category is offered where it or one below it has items', () => {
  const nature = category({ path: 'nature', slug: 'nature' })
  const [tree] = treeOf([nature, SEA])
  expect(tree).toEqual({ top: nature, below: [SEA] })
  expect(isOffered({ top: nature, below: [SEA] })).toBe(false)
  expect(isOffered({ top: nature, below: [{ ...SEA, items: 1 }] })).toBe(true)
  expect(isOffered({ top: { ...nature, items: 1 }, below: [] })).toBe(true)
})
