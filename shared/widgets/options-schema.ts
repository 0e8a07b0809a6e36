import * as v from 'valibot'
import { Lang, MediaId, optionalField, WholeNumber } from '../calls/fields.ts'
import { mustBeOneOf } from '../schema/choices.ts'
import { Line } from '../schema/text.ts'
import type { OptionRow, OptionRows, ValuesOf } from './option-row.ts'

/** The schema of options in a query: all texts, all optional. Messages name the option. */
export function optionsSchema<T extends OptionRows>(rows: T): v.GenericSchema<unknown, ValuesOf<T>>
export function optionsSchema(rows: OptionRows): v.GenericSchema {
  return v.object(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, schemaOf(name, row)])))
}

function schemaOf(name: string, row: OptionRow): v.GenericSchema {
  switch (row.kind) {
    case 'whole':
      return withDefault(whole(name, row), row.default)
    case 'flag':
      return flag(name, row.default)
    case 'choice': {
      const message = `${name} ${mustBeOneOf(row.choices)}`
      return withDefault(v.picklist([...row.choices, ...(row.also ?? [])], message), row.default)
    }
    case 'text':
      return optionalField(
        v.pipe(v.string(), v.trim(), v.maxLength(row.max, `${name} must be at most ${row.max} characters`)),
      )
    case 'line':
      return Line
    case 'name':
      return optionalField(v.pipe(v.string(), v.regex(row.pattern, `${name} must be ${row.is}`)))
    case 'id':
      return optionalField(MediaId)
    case 'language':
      return Lang
  }
}

function whole(name: string, { range: [min, max], capped }: Extract<OptionRow, { kind: 'whole' }>) {
  if (capped) return v.pipe(WholeNumber(name), v.minValue(min, `${name} must be at least ${min}`))
  const message = `${name} must be a whole number from ${min} to ${max}`
  return v.pipe(WholeNumber(name), v.minValue(min, message), v.maxValue(max, message))
}

/** An absent option without a default is absent from the output too. */
const withDefault = (schema: v.GenericSchema, value: unknown) =>
  value === undefined
    ? optionalField(schema)
    : v.optional(
        v.pipe(
          optionalField(schema),
          v.transform((input) => input ?? value),
        ),
        '',
      )

const FLAGS = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

/** `?noLink`, `?noLink=1` and `?noLink=true` turn it on. */
const flag = (name: string, value: boolean) =>
  v.pipe(
    v.optional(v.string(), String(value)),
    v.transform((text) => FLAGS.get(text === '' ? '1' : text)),
    v.boolean(`${name} must be true or false`),
  )
