import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { OPTIONS } from '../widgets/options.ts'
import { optionsSchema } from '../widgets/options-schema.ts'
import { BUILDER_FIELDS } from './builder-fields.data.ts'
import { writtenValue } from './builder-snippet.ts'
import { PLAY_FIELDS } from './play-fields.data.ts'

const schema = optionsSchema(OPTIONS)
const typed = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('on', '-1', 'dark', 'pg', 'de'))

const FORMS = [
  ...BUILDER_FIELDS.map((field) => ({ form: 'snippet builder', field })),
  ...PLAY_FIELDS.map((field) => ({ form: 'playground', field })),
]

it('the playground has every option once, none under a name of the page itself', () => {
  expect(PLAY_FIELDS.map(({ option }) => option)).toEqual(Object.keys(OPTIONS))
  const names = PLAY_FIELDS.map(({ name }) => name)
  const others = ['what', 'as', 'item', 'size', 'width', 'height', 'host', 'dir', 'lang', 'theme']
  expect([...names, ...others]).toEqual([...new Set([...names, ...others])])
})

describe.each(FORMS)('the field $field.name of the $form', ({ field }) => {
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
