import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { PingbackBodySchema } from './pingback.ts'

const seen = { user_id: '0123456789abcdef', action_type: 'SEEN', analytics_response_payload: 'p' }
const bodyOf = (...events: unknown[]) => v.safeParse(PingbackBodySchema, { events })

describe('§3 Pingback event', () => {
  it.each([['SEEN'], ['CLICK'], ['HOVER']])('has the action type %s', (action_type) => {
    expect(bodyOf({ ...seen, action_type }).success).toBe(true)
  })

  it('has the position rectangle as text', () => {
    expect(bodyOf({ ...seen, attributes: { position: '{"top":1}' } }).success).toBe(true)
    expect(bodyOf({ ...seen, attributes: { position: { top: 1 } } }).success).toBe(false)
  })

  it.each([
    ['another action', { action_type: 'BUY' }],
    ['a user id of 17 characters', { user_id: '0123456789abcdefg' }],
    ['a time that is no whole number', { ts: 1.5 }],
    ['an overlong payload', { analytics_response_payload: 'p'.repeat(4097) }],
  ])('T26: is refused with %s', (_what, fields) => {
    expect(bodyOf({ ...seen, ...fields }).success).toBe(false)
  })

  it('T26: comes with 1 to 100 of its kind', () => {
    expect(bodyOf().success).toBe(false)
    expect(bodyOf(...Array(100).fill(seen)).success).toBe(true)
    expect(bodyOf(...Array(101).fill(seen)).success).toBe(false)
  })
})
