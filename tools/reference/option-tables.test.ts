import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type * as built from '../../dist/packages/react/option-props.d.ts'
import type { FrameMessage } from '../../islands/host/message-types.ts'
import type {
  FrameAttributes,
  GifAttributes,
  PanelAttributes,
} from '../../islands/partner/attribute-types.ts'
import type { LoopEventMap } from '../../islands/partner/element-types.ts'
import type { FrameAttribute } from '../../islands/partner/elements.ts'
import type {
  GifOptionProps,
  GridOptionProps,
  ListOptionProps,
  PickerOptionProps,
} from '../../islands/react/option-props.ts'
import { root } from '../steps/run-step.ts'
import { contractTable, embeddingTable, reactTable, withTable } from './option-tables.ts'

describe('the documentation of the options', () => {
  // A page that is not as its table says fails here; with `-u` it is written anew.
  it.each([
    ['docs/embedding.md', embeddingTable],
    ['docs/react.md', reactTable],
    ['docs/contract.md', contractTable],
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

it('every message is an event with its fields, and every attribute of an element has a type', () => {
  type Messages = { [M in FrameMessage as `loop-${M['type']}`]: M }
  expectTypeOf<keyof LoopEventMap>().toEqualTypeOf<keyof Messages>()
  type Detail<M> = keyof M extends 'type' ? object : Omit<M, 'type'>
  expectTypeOf<{ [N in keyof LoopEventMap]: LoopEventMap[N]['detail'] }>().toEqualTypeOf<{
    [N in keyof Messages]: Detail<Messages[N]>
  }>()
  expectTypeOf<keyof (FrameAttributes & GifAttributes & PanelAttributes)>().toEqualTypeOf<FrameAttribute>()
})
