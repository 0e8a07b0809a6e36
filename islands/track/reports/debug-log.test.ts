import { expect, it, vi } from 'vitest'
import { createDebugLog, debugWanted } from './debug-log.ts'

it.each([
  ['?debug', true],
  ['?giphy-debug', true],
  ['?theme=dark&giphy-debug=1', true],
  ['?debug&x=1', true],
  ['', false],
  ['?debugger', false],
  ['?q=debug', false],
  ['?my-debug', false],
])('the debug log is a matter of the query: %s (§2)', (search, wanted) => {
  expect(debugWanted(search)).toBe(wanted)
})

it('the debug log says when and what', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  createDebugLog(() => 1500)('pause', 'by the host')
  expect(info.mock.calls).toEqual([['loopframe 1.50 s: pause', 'by the host']])
  info.mockRestore()
})
