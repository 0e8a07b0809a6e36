import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutQueries } from './redact.ts'

it.each([
  ['https://a.test/x?api_key=SECRET&q=1', 'https://a.test/x'],
  ['https://a.test/x#SECRET', 'https://a.test/x'],
  ['https://a.test?SECRET', 'https://a.test'],
  ['https://me:SECRET@a.test/x', 'https://a.test/x'],
  ['404 from /v1/gifs?api_key=SECRET', '404 from /v1/gifs'],
  [
    'at f (https://a.test/live.js?v=SECRET:1:20)\nat https://a.test/b.js:3:4',
    'at f (https://a.test/live.js)\nat https://a.test/b.js:3:4',
  ],
  ['Cannot read a?.b', 'Cannot read a?.b'],
  ['what? nothing', 'what? nothing'],
])('T39: %s', (text, cleaned) => {
  expect(withoutQueries(text)).toBe(cleaned)
})

it('T39: leaves no address with a query, whatever stands around it', () => {
  const around = fc.string({ maxLength: 20 })
  fc.assert(
    fc.property(around, fc.webUrl({ withQueryParameters: true }), around, (before, url, after) => {
      for (const address of withoutQueries(`${before} ${url} ${after}`).match(/https?:\/\/[^\s"'<>()]*/g) ??
        [])
        expect(address).not.toMatch(/[?#]/)
    }),
  )
})
