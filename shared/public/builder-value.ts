import type { Control } from './builder-fields.data.ts'

/** What a field adds to the query: nothing if it is empty, has the default, or would be refused. */
export function writtenValue(field: Control, value: string | null): string | undefined {
  const text = value?.trim() ?? ''
  if (text === '') return undefined
  switch (field.kind) {
    case 'flag':
      return field.writes
    case 'choice':
      return field.values.indexOf(text) > 0 ? text : undefined
    case 'text':
      return isOfForm(text, field) ? text : undefined
    case 'number': {
      const number = numberIn(text, field.range)
      return number === undefined || number === field.usual ? undefined : String(number)
    }
  }
}

/** A whole number of its range; `undefined` for any other text. Nothing is clamped: `builder-problem.ts` says it. */
export function numberIn(text: string | null, [min, max]: readonly [number, number]): number | undefined {
  const number = /^-?\d{1,6}$/.test(text?.trim() ?? '') ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

/** Whether a text is what its field takes. */
export const isOfForm = (text: string, field: { pattern: string }): boolean =>
  new RegExp(field.pattern).test(text)
