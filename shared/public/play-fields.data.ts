import { attributeOf } from '../widgets/option-row.ts'
import { OPTIONS } from '../widgets/options.ts'
import type { OptionField } from './builder-fields.data.ts'
import { controlFor } from './control.ts'

/** The height of a carousel's tiles: the form's own `height` is its frame's. */
const NAMES: Readonly<Record<string, string>> = { height: 'tileHeight' }

/** Every option as a field of the playground's form, in the table's order. */
export const PLAY_FIELDS: readonly OptionField[] = Object.entries(OPTIONS).map(([option, row]) => ({
  name: row.builder?.field ?? NAMES[option] ?? option,
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
