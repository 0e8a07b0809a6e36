import { languages } from '../texts/languages.ts'
import type { OptionRow } from '../widgets/option-row.ts'

/** How a field of the form is filled in, and what it accepts. */
export type Control =
  | { kind: 'number'; range: readonly [min: number, max: number]; usual: number | null }
  /** The first value is the default, so it is never written. */
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'flag'; writes: '0' | '1' }
  | { kind: 'text'; pattern: string }

/** The control that an option is filled in with. */
export function controlFor(row: OptionRow): Control {
  switch (row.kind) {
    case 'whole':
      return { kind: 'number', range: row.range, usual: row.default ?? null }
    case 'flag':
      return { kind: 'flag', writes: row.default ? '0' : '1' }
    case 'choice':
      return { kind: 'choice', values: [...new Set([row.default ?? '', ...row.choices])] }
    case 'language':
      return { kind: 'choice', values: ['', ...languages] }
    case 'name':
      return { kind: 'text', pattern: row.pattern.source }
    case 'id':
      return { kind: 'text', pattern: /^[\w-]{1,128}$/.source }
    case 'text':
      return { kind: 'text', pattern: `^[^\\n]{1,${row.max}}$` }
    case 'line':
      return { kind: 'text', pattern: /^[^\n]{1,100}$/.source }
  }
}
