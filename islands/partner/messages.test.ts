import { describe, expect, it } from 'vitest'
import { readMessage } from './messages.ts'

const base = { source: 'loopframe', id: 'l1', type: 'fetched' }

describe('a message of a frame', () => {
  it('is its type and what comes with it', () => {
    expect(readMessage({ ...base, count: 25 }, 'l1')).toEqual({ type: 'fetched', detail: { count: 25 } })
    expect(readMessage({ ...base, type: 'ready' }, 'l1')).toEqual({ type: 'ready', detail: {} })
  })

  it.each([
    undefined,
    null,
    'ready',
    17,
    [],
    {},
    { ...base, source: 'other' },
    { ...base, source: ['loopframe'] },
    { ...base, id: 'l2' },
    { ...base, id: undefined },
    { ...base, type: 'load' },
    { ...base, type: '__proto__' },
    { ...base, type: ['ready'] },
    { source: 'loopframe', type: 'ready' },
  ])('T21: is not %j', (data) => expect(readMessage(data, 'l1')).toBeUndefined())
})
