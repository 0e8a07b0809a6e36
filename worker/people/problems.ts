import type { AppError } from '../../shared/errors.ts'
import type { MediaErrorReason } from '../../shared/media/limits.ts'
import type { PeopleTexts } from '../../shared/texts/people/en.ts'
import { FormTokenError } from '../proxy/page-call.ts'
import { Refusal } from '../proxy/refusal.ts'
import type { FormRow } from './form-rows.ts'

/** What is wrong with a form, in the visitor's language: as a whole, and by the names of its fields. */
export type Problems = { whole?: string; fields: Readonly<Record<string, string>> }

const detailOf = (error: AppError): Readonly<Record<string, string>> =>
  'detail' in error && typeof error.detail === 'object' ? (error.detail as Record<string, string>) : {}

/** What a failure means for the form whose call it is. */
export function problemsOf(error: AppError, form: FormRow, texts: PeopleTexts): Problems {
  if (error instanceof FormTokenError) return { whole: texts.formOver, fields: {} }
  if (error.kind === 'rate-limited') return { whole: texts.tooMany, fields: {} }
  const fields = error.kind === 'invalid-input' ? fieldProblems(error, form, texts) : {}
  if (Object.keys(fields).length > 0) return { fields }
  const known = form.problems?.[error.kind]
  if (!known) return { whole: 'token' in detailOf(error) ? texts.linkOver : texts.failed, fields: {} }
  const text = texts[known.text]
  return known.field ? { fields: { [known.field]: text } } : { whole: text, fields: {} }
}

function fieldProblems(error: AppError, form: FormRow, texts: PeopleTexts): Record<string, string> {
  const detail = detailOf(error)
  // The messages are for programs, and English. What a site elsewhere refuses had the right form.
  const isTaken = (name: string) => error instanceof Refusal || detail[name]?.endsWith('is taken')
  // A file's has its reason in front (`MediaError`).
  const reasonOf = (name: string) => detail[name]?.split(':', 1)[0] as MediaErrorReason
  return Object.fromEntries(
    form.fields
      .filter(({ name }) => Object.hasOwn(detail, name))
      .map(({ name, wrong, wrongs, taken }) => [
        name,
        texts[wrongs?.[reasonOf(name)] ?? (taken && isTaken(name) ? taken : wrong)],
      ]),
  )
}
