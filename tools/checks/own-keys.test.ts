import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../steps/temporary-folder.ts'
import { findForeignKeys } from './own-keys.ts'

const HEAD = `
const TABLE = { cat: 'Cat', dog: 'Dog' } as const
const RECORD: Record<string, string> = TABLE
declare const text: string
declare const key: keyof typeof TABLE
declare const list: readonly string[]
`

/** Lines of a source, each checked by itself. */
const BAD = [
  'export const a = RECORD[text]',
  'export const a = (TABLE as Record<string, string>)[text]',
  'export const a = RECORD[`still_` + text]',
  'export const a = RECORD[list[0] ?? ""]',
  'export const a = text in TABLE',
  'export const a = RECORD[text]?.length',
  'RECORD[text] = "a"',
  'delete RECORD[text]',
  'for (const each of list) console.log(RECORD[each])',
  'export const a = Object.hasOwn(TABLE, text) && Object.hasOwn(RECORD, key) ? RECORD[text] : ""',
]

const GOOD = [
  'export const a = TABLE[key]',
  'export const a = TABLE.cat',
  'export const a = RECORD["cat"]',
  'export const a = list[1]',
  'export const a = Object.hasOwn(RECORD, text) ? RECORD[text] : undefined',
  'export const a = new Map(Object.entries(RECORD)).get(text)',
  'export const a = "cat" in TABLE',
  'for (const name of Object.keys(TABLE) as (keyof typeof TABLE)[]) console.log(TABLE[name])',
]

it('T63: a check refuses to read a record by any text', () => {
  const place = temporaryFolder('own-keys')
  mkdirSync(join(place, 'src'), { recursive: true })
  const options = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    lib: ['esnext', 'dom'],
    module: 'preserve',
    types: [],
  }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['src'] }))
  const lines = [...BAD, ...GOOD]
  const paths = lines.map((_, at) => `src/a${at}.ts`)
  for (const [at, line] of lines.entries()) {
    writeFileSync(join(place, `src/a${at}.ts`), `${HEAD}${line}\nexport {}\n`)
  }
  const faults = findForeignKeys(paths, ['tsconfig.json'], place)
  const refused = new Set(faults.map((fault) => fault.split(':')[0]))
  expect(lines.filter((_, at) => refused.has(`src/a${at}.ts`))).toEqual(BAD)
  expect(faults[0]).toBe('src/a0.ts:7: RECORD[text]: use own() of shared/own.ts, a Map, or Object.hasOwn')
})
