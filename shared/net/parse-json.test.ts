import { expect, it } from 'vitest'
import { JsonParseError } from '../errors.ts'
import { jsonOrNothing, parseJson } from './parse-json.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

it('F35 takes 32 levels and no more', () => {
  expect(jsonOrNothing(nested(32))).toBeDefined()
  expect(jsonOrNothing(nested(33))).toBeUndefined()
  expect(() => parseJson('{"a":'.repeat(33), '/x', 200)).toThrow(JsonParseError)
})

it.each([
  [JSON.stringify({ a: nested(100) })],
  [JSON.stringify({ a: `\\"${nested(100)}\\` })],
  [JSON.stringify(Array.from({ length: 100 }, () => [[]]))],
])('brackets in strings and side by side are no levels', (text) => {
  expect(jsonOrNothing(text)).toEqual(JSON.parse(text))
})
