import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type * as built from '../../dist/react/option-props.d.ts'
import type { PickedGif as ElementGif } from '../../islands/partner/element-types.ts'
import type {
  GifOptionProps,
  GridOptionProps,
  ListOptionProps,
  PickerOptionProps,
} from '../../islands/react/option-props.ts'
import type { PickedGif } from '../../islands/react/props.ts'
import type { PickedGif as PostedGif } from '../../shared/picker/picker-gif.ts'
import { root } from '../steps/run-step.ts'
import { embeddingTable, reactTable, withTable } from './option-tables.ts'

describe('the documentation of the options', () => {
  // A page that is not as its table says fails here; with `-u` it is written anew.
  it.each([
    ['docs/embedding.md', embeddingTable],
    ['docs/react.md', reactTable],
  ])('%s is up to date', async (path, table) => {
    const page = join(root, path)
    await expect(withTable(readFileSync(page, 'utf8'), table())).toMatchFileSnapshot(page)
  })

  it('a page without its two marks is an error, not a page without options', () => {
    expect(() => withTable('# Embedding\n', '| |')).toThrow('no place')
  })
})

it('the package’s props have the types that the components are written against', () => {
  expectTypeOf<built.GifOptionProps>().toEqualTypeOf<GifOptionProps>()
  expectTypeOf<built.ListOptionProps>().toEqualTypeOf<ListOptionProps>()
  expectTypeOf<built.GridOptionProps>().toEqualTypeOf<GridOptionProps>()
  expectTypeOf<built.PickerOptionProps>().toEqualTypeOf<PickerOptionProps>()
})

it('a picked GIF has one type, in the frame’s message, the element’s event and the component’s callback', () => {
  expectTypeOf<PickedGif>().toEqualTypeOf<PostedGif>()
  expectTypeOf<ElementGif>().toEqualTypeOf<PostedGif>()
})
