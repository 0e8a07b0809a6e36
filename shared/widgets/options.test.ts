import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { OptionRow } from './option-row.ts'
import { OPTIONS } from './options.ts'
import { optionsSchema } from './options-schema.ts'

const schema = optionsSchema(OPTIONS)

/** The value of an option that a query gives as this text, or the message that refuses it. */
function read(name: string, text?: string | number) {
  const result = v.safeParse(schema, text === undefined ? {} : { [name]: String(text) })
  return result.success ? result.output[name] : result.issues[0].message
}

type Of<K extends OptionRow['kind']> = Extract<OptionRow, { kind: K }>
const rows = Object.entries(OPTIONS)
const ofKind = <K extends OptionRow['kind']>(kind: K) =>
  rows.filter((row): row is [string, Of<K>] => row[1].kind === kind)
const withDefault = rows.flatMap(([name, row]) => ('default' in row ? [[name, row.default] as const] : []))

describe('an option in a query', () => {
  it.each(withDefault)('%s is %j where it is not given, and where just that is', (name, value) => {
    expect([read(name), read(name, String(value))]).toEqual([value, value])
  })

  it.each(ofKind('whole'))('%s is a whole number in its range', (name, { range: [min, max], capped }) => {
    expect([read(name, min), read(name, max)]).toEqual([min, max])
    expect(read(name, 'undefined')).toBe(read(name))
    expect(read(name, 1.5)).toBe(`${name} must be a whole number`)
    const range = `${name} must be a whole number from ${min} to ${max}`
    expect(read(name, min - 1)).toBe(capped ? `${name} must be at least ${min}` : range)
    expect(read(name, max + 1)).toBe(capped ? max + 1 : range)
  })

  it.each(ofKind('choice'))('%s is one of its choices', (name, { choices, also = [] }) => {
    expect([...choices, ...also].map((choice) => read(name, choice))).toEqual([...choices, ...also])
    expect(read(name, 'nonsense')).toBe(`${name} must be one of ${choices.join(', ')}`)
  })

  it.each(ofKind('flag'))('%s is true without a value', (name) => {
    expect(['', '1', 'true'].map((text) => read(name, text))).toEqual([true, true, true])
    expect(['0', 'false'].map((text) => read(name, text))).toEqual([false, false])
    expect(read(name, 'maybe')).toBe(`${name} must be true or false`)
  })

  it.each(ofKind('name'))('%s matches its pattern', (name, { is }) => {
    expect([read(name, 'ann7'), read(name, 'a b')]).toEqual(['ann7', `${name} must be ${is}`])
  })

  it.each(ofKind('text'))('%s has a bounded length', (name, { max }) => {
    expect(read(name, ` ${'x'.repeat(max)} `)).toBe('x'.repeat(max))
    expect(read(name, 'x'.repeat(max + 1))).toBe(`${name} must be at most ${max} characters`)
  })
})
