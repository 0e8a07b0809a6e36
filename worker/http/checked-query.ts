import type { Context } from 'hono'
import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'

/**
 * The query of a request, checked by a schema. A parameter that is given twice is a list, which no schema of one value takes.
 * @throws AppError 'invalid-input' with the first thing that is wrong
 */
export function checkedQuery<S extends v.GenericSchema>(c: Context, schema: S): v.InferOutput<S> {
  const given = Object.entries(c.req.queries()).map(([name, all]) => [name, all.length > 1 ? all : all[0]])
  const result = v.safeParse(schema, Object.fromEntries(given))
  if (!result.success) throw new AppError('invalid-input', result.issues[0].message)
  return result.output
}
