/** A search as searches are counted. */
export const termOf = (text: string): string =>
  text.normalize('NFC').trim().split(/\s+/).join(' ').toLowerCase()

/** Whether two lists have the same words in the same order. */
export const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, at) => word === other[at])
