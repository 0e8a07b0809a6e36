import { expect, it } from 'vitest'
import { loggedError } from './log-lines.ts'

function thrownBy(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

it.each([
  ['a JSON text', () => JSON.parse('{"q": SECRET}')],
  ['an address', () => new URL('//SECRET:x')],
  ['a text, an address and a path', new Error('no https://a.test/?key=SECRET, "SECRET", /v1/gifs/SECRET')],
  ['a made-up frame', new Error('gone\n    at SECRET (SECRET.js:1:1)')],
  ['no error at all', 'SECRET'],
])('T39: the log of an unexpected error repeats nothing of %s', (_name, cause) => {
  const line = loggedError('unexpected', typeof cause === 'function' ? thrownBy(cause) : cause)
  expect(line).not.toContain('SECRET')
  expect(line).not.toContain('\n')
})

it('says what happened, and where', () => {
  const error = thrownBy(() => new Array(-1))
  expect(JSON.parse(loggedError('unexpected', error))).toEqual({
    kind: 'unexpected',
    name: 'RangeError',
    message: 'Invalid array length',
    frames: expect.arrayContaining([
      expect.objectContaining({ filename: expect.stringContaining('log-lines.test.ts') }),
    ]),
  })
})
