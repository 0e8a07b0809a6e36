import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type Channel, ChannelSchema } from '../../../shared/schema/site-records.ts'
import { rowsOf, stepOf } from './tree-rows.ts'

const channel = (id: string, has_children = false): Channel =>
  v.parse(ChannelSchema, { id, display_name: `${id} channel`, has_children })

// a: b: c, d; e is closed.
const open = new Map([
  ['0', [channel('a', true), channel('e', true)]],
  ['a', [channel('b', true), channel('d')]],
  ['b', [channel('c')]],
])
const rows = rowsOf(open)

describe('a tree of channels', () => {
  it('shows what is open, each with its place', () => {
    expect(rows.map((row) => [row.channel.id, row.path.join('/'), row.isOpen, row.at, row.siblings])).toEqual(
      [
        ['a', '', true, 1, 2],
        ['b', 'a', true, 1, 2],
        ['c', 'a/b', false, 1, 1],
        ['d', 'a', false, 2, 2],
        ['e', '', false, 2, 2],
      ],
    )
  })

  it('an open channel that waits, or has nothing below it any more, has no rows', () => {
    const waiting = new Map([
      ['0', [channel('a', true), channel('d')]],
      ['a', undefined],
      ['d', []],
    ])
    expect(rowsOf(waiting).map((row) => [row.channel.id, row.isOpen])).toEqual([
      ['a', true],
      ['d', false],
    ])
  })

  it('ends where the answers make a circle', () => {
    const circle = new Map([
      ['0', [channel('a', true)]],
      ['a', [channel('a', true)]],
    ])
    expect(rowsOf(circle)).toHaveLength(2)
  })

  it.each([
    ['a', 'ArrowDown', 'go b'],
    ['e', 'ArrowDown', undefined],
    ['d', 'ArrowUp', 'go c'],
    ['a', 'ArrowUp', undefined],
    ['c', 'Home', 'go a'],
    ['c', 'End', 'go e'],
    ['a', 'ArrowRight', 'go b'],
    ['e', 'ArrowRight', 'open e'],
    ['d', 'ArrowRight', undefined],
    ['b', 'ArrowLeft', 'close b'],
    ['c', 'ArrowLeft', 'go b'],
    ['e', 'ArrowLeft', undefined],
    ['d', 'Enter', 'select d'],
    ['d', ' ', 'select d'],
    ['b', 'A', 'go a'],
    ['a', 'a', undefined],
    ['a', 'Tab', undefined],
  ])('in %s the key %s: %s', (id, key, expected) => {
    const step = stepOf(rows, id, key)
    expect(step && `${step.does} ${step.id}`).toBe(expected)
  })
})
