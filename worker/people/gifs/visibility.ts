import { InputError } from '../../../shared/errors.ts'

type Flags = { is_hidden: boolean; is_indexable: boolean }

/** Who sees an item, as its form has it. A hidden item keeps the other flag. */
const VISIBILITIES: Readonly<Record<string, Partial<Flags>>> = {
  open: { is_hidden: false, is_indexable: true },
  unlisted: { is_hidden: false, is_indexable: false },
  hidden: { is_hidden: true },
}

/** The form's choice for an item's flags. */
export const visibilityOf = ({ is_hidden, is_indexable }: Flags): string =>
  is_hidden ? 'hidden' : is_indexable ? 'open' : 'unlisted'

/** The flags that a choice means. @throws InputError for what is no choice */
export function flagsOf(visibility: string): Partial<Flags> {
  const flags = Object.hasOwn(VISIBILITIES, visibility) ? VISIBILITIES[visibility] : undefined
  if (flags) return flags
  const message = `must be one of ${Object.keys(VISIBILITIES).join(', ')}`
  throw new InputError(`visibility ${message}`, { visibility: message })
}
