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
      return new RegExp(field.pattern).test(text) ? text : undefined
    case 'number': {
      const number = numberIn(text, field.range)
      return number === undefined || number === field.usual ? undefined : String(number)
    }
  }
}

/** A whole number, clamped to its range; `undefined` if the text is not one. */
export function numberIn(text: string | null, [min, max]: readonly [number, number]): number | undefined {
  return /^-?\d{1,6}$/.test(text?.trim() ?? '') ? Math.max(min, Math.min(Number(text), max)) : undefined
}
