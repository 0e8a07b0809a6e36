import * as v from 'valibot'
import { Line, listOf } from '../../../shared/schema/text.ts'

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field of whatever stands there. */
export const fieldOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

/** A list that must be one: without its invalid entries, and cut to `max`. What is no list is no good response. */
export const aList = <S extends v.GenericSchema>(schema: S, max: number) =>
  v.pipe(
    v.unknown(),
    v.check((list) => Array.isArray(list)),
    listOf(schema, max),
  )

/** A word of an upstream, as a person reads it. */
export const Name = v.pipe(Line, v.minLength(1))
