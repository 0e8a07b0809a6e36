import { expect, it } from 'vitest'
import { paragraphsOf } from './site-texts.ts'

const links = (text: string) =>
  paragraphsOf(text)
    .flat(2)
    .flatMap(({ href }) => href ?? [])
const words = (text: string) =>
  paragraphsOf(text).map((lines) => lines.map((parts) => parts.map(({ text }) => text).join('')))

it('is paragraphs and lines, word for word', () => {
  const text = 'Be  kind.\nNo spam.\r\n\r\nWrite to us: (help@example.com).'
  expect(words(text)).toEqual([['Be  kind.', 'No spam.'], ['Write to us: (help@example.com).']])
})

it('links https addresses and email addresses, and nothing else', () => {
  expect(links('See https://example.com/a?b=1, or mail help@example.com.')).toEqual([
    'https://example.com/a?b=1',
    'mailto:help@example.com',
  ])
  expect(links('http://example.com javascript:alert(1) https:// @name a@b <script>')).toEqual([])
})
