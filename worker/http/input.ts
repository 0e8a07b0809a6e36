import type { ValidationTargets } from 'hono'
import { validator } from 'hono/validator'
import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'

/** Validates one part of a request by a schema. The handler reads the typed result from `c.req.valid`. */
export const input = <T extends keyof ValidationTargets, S extends v.GenericSchema>(target: T, schema: S) =>
  validator(target, (value): v.InferOutput<S> => {
    const result = v.safeParse(schema, value)
    if (!result.success) throw new AppError('invalid-input', result.issues[0].message)
    return result.output
  })
