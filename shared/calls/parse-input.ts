import * as v from 'valibot'
import { AppError, InputError } from '../errors.ts'
import type { Call } from './call.ts'
import { isQueryLength } from './fields.ts'

/**
 * Checks a call's raw fields by its schema; what the schema does not name is dropped.
 * @throws InputError with every field that does not fit, or AppError 'query-too-long' (414 in `docs/wire.md`).
 */
export function parseInput<C extends Pick<Call, 'input'>>(
  call: C,
  raw: Record<string, unknown>,
): v.InferOutput<C['input']> {
  const result = v.safeParse(call.input, raw)
  if (result.success) return result.output
  const [first] = result.issues
  if (first.type === 'max_graphemes' || first.requirement === isQueryLength)
    throw new AppError('query-too-long', first.message)
  const detail: Record<string, string> = Object.create(null)
  for (const issue of result.issues) detail[v.getDotPath(issue) ?? ''] ??= saying(issue)
  throw new InputError(saying(first), detail)
}

// A text of ours is whole, or goes on where the field's name ends; the library's own stand behind the name.
function saying(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? ''
  if (/^(must|is|holds) /.test(issue.message)) return `${field} ${issue.message}`
  if (!issue.message.startsWith('Invalid ')) return issue.message
  return issue.received === 'undefined' ? `${field} is required` : `${field}: ${issue.message}`
}
