import * as v from 'valibot'
import { AppError } from '../errors.ts'
import type { Call } from './call.ts'

/**
 * Checks a call's raw fields by its schema; what the schema does not name is dropped.
 * @throws AppError 'invalid-input' that names the field, or 'query-too-long' (414 in `wire.md`).
 */
export function parseInput<C extends Call>(call: C, raw: Record<string, unknown>): v.InferOutput<C['input']> {
  const result = v.safeParse(call.input, raw)
  if (result.success) return result.output
  const [issue] = result.issues
  if (issue.type === 'max_graphemes') throw new AppError('query-too-long', issue.message)
  const field = v.getDotPath(issue) ?? ''
  if (issue.received === 'undefined') throw new AppError('invalid-input', `${field} is required`)
  throw new AppError(
    'invalid-input',
    issue.message.includes(field) ? issue.message : `${field}: ${issue.message}`,
  )
}
