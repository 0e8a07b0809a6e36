import { expect, it } from 'vitest'
import { withoutBareImports } from './lean-imports.ts'

const files = (a: string) =>
  new Map([
    ['index.js', 'import"./chunks/a-1.js";import{x}from"./chunks/b-2.js";x();import("./chunks/a-1.js")'],
    ['chunks/a-1.js', a],
    ['chunks/b-2.js', 'export let x=()=>import("./c-3.js")'],
    ['chunks/c-3.js', 'import"./b-2.js";export let y=1'],
  ])

it('leaves out imports of nothing, and no file', () => {
  const lean = withoutBareImports(files('import"./c-3.js";import"node:x";a()'), 'index.js')
  expect([...lean.values()]).toEqual([
    'import{x}from"./chunks/b-2.js";x();import("./chunks/a-1.js")',
    'import"node:x";a()',
    'export let x=()=>import("./c-3.js")',
    'export let y=1',
  ])
})

it('refuses a file that is imported for what it does alone', () => {
  const more = new Map([...files('import"./d-4.js";'), ['chunks/d-4.js', 'globalThis.d=1']])
  expect(() => withoutBareImports(more, 'index.js')).toThrow('chunks/d-4.js')
})
