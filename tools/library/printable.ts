import type { BadLine } from '../listing/listing.ts'

// Controls, line and paragraph ends, and characters that turn the direction of what follows or that nobody sees (T38).
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu

/** A stranger's text on one line of a terminal: what could move, colour or reorder it is written as `\u{202e}`. */
export const printable = (text: string): string =>
  text.replace(HIDDEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)

/** What is wrong with lines, as people read it; what is about no line is about the list. */
export const badLines = (bad: readonly BadLine[]): string[] =>
  bad
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, why }) => printable(line > 0 ? `line ${line}: ${why}` : why))
