import { expect, it } from 'vitest'
import { printable } from './printable.ts'

it.each([
  ['happy cat – 猫.gif', 'happy cat – 猫.gif'],
  ['\u001b[31mred', '\\u{1b}[31mred'],
  ['two\nlines\r', 'two\\u{a}lines\\u{d}'],
  ['x\u202egnp.gif', 'x\\u{202e}gnp.gif'],
  ['a\u200bb\u2028c', 'a\\u{200b}b\\u{2028}c'],
])('F36: the name %j is printed as %s', (name, printed) => expect(printable(name)).toBe(printed))
