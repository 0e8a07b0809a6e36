import { attributeOf } from '../widgets/option-row.ts'
import { OPTIONS } from '../widgets/options.ts'
import type { OptionField } from './builder-fields.data.ts'
import { controlFor } from './control.ts'

/** Every option as a field of the playground's form, in the table's order. */
export const PLAY_FIELDS: readonly OptionField[] = Object.entries(OPTIONS).map(([option, row]) => ({
  // The form's own `height` is its frame's.
  name: row.builder?.field ?? (option === 'height' ? 'tileHeight' : option),
  option,
  attribute: attributeOf(option, row),
  on: row.on,
  ...controlFor(row),
}))

/** What the playground's choices are where its address says nothing. */
export const PLAY_USUAL: Readonly<Record<string, string>> = {
  what: 'embed',
  as: 'frame',
  size: 'own',
  width: '480',
  host: 'light',
  dir: 'ltr',
}

/** What the host page is like around the frame. */
export const PLAY_HOSTS: Readonly<Record<'host' | 'dir', readonly string[]>> = {
  host: ['light', 'dark', 'checks', 'picture'],
  dir: ['ltr', 'rtl'],
}
