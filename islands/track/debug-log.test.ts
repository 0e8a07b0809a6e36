import { expect, it, vi } from 'vitest'
import { createDebugLog } from './debug-log.ts'

it.each([
  ['?debug', true],
  ['?giphy-debug', true],
  ['?theme=dark&giphy-debug=1', true],
  ['?debug&x=1', true],
  ['', false],
  ['?debugger', false],
  ['?q=debug', false],
  ['?my-debug', false],
])('the debug log is a matter of the query: %s', (search, wanted) => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  createDebugLog(search, () => 1500)('event', 'share')
  expect(info.mock.calls).toEqual(wanted ? [['loopframe 1.50 s: event', 'share']] : [])
  info.mockRestore()
})
