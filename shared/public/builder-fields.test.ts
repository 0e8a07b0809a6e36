import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { OPTIONS } from '../widgets/options.ts'
import { optionsSchema } from '../widgets/options-schema.ts'
import { BUILDER_FIELDS } from './builder-fields.data.ts'
import { writtenValue } from './builder-snippet.ts'

const schema = optionsSchema(OPTIONS)
const typed = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('on', '-1', 'dark', 'pg', 'de'))

describe.each(BUILDER_FIELDS)('the field $name of the snippet builder', (field) => {
  const isAccepted = (text: string) => {
    const value = writtenValue(field, text)
    return value === undefined || v.safeParse(schema, { [field.option]: value }).success
  }

  it('writes nothing that a query would refuse, whatever is typed', () => {
    fc.assert(fc.property(typed, isAccepted))
    if (field.kind === 'choice') expect(field.values.filter((choice) => !isAccepted(choice))).toEqual([])
  })

  it('writes no default', () => {
    const usual = v.parse(schema, {})[field.option]
    if (field.kind !== 'flag') expect(writtenValue(field, String(usual ?? ''))).toBeUndefined()
    else expect(field.writes).toBe(usual ? '0' : '1')
  })

  it('has texts for choices that exist', () => {
    const choices = Object.keys(OPTIONS[field.option]?.builder?.choices ?? {})
    expect(field.kind === 'choice' ? field.values : []).toEqual(expect.arrayContaining(choices))
  })
})
