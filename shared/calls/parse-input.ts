import * as v from 'valibot'
import { AppError, InputError } from '../errors.ts'
import type { Call } from './call.ts'
import { isQueryLength } from './fields.ts'

/**
 * Validates a call's raw fields; fields that the schema does not name are dropped.
 * @throws InputError with a message per invalid field, or AppError 'query-too-long' (414 in `docs/wire.md`).
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
  for (const issue of result.issues) detail[v.getDotPath(issue) ?? ''] ??= messageOf(issue)
  throw new InputError(messageOf(first), detail)
}

// Our messages are whole sentences, or predicates ("must be …") that follow the field's name.
function messageOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? ''
  if (/^(must|is|holds) /.test(issue.message)) return `${field} ${issue.message}`
  if (!issue.message.startsWith('Invalid ')) return issue.message
  return issue.received === 'undefined' ? `${field} is required` : `${field}: ${issue.message}`
}
