import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pingOf } from '../../test/fixtures/upstreams/pingback.ts'
import { createRecentEvents } from './recent-events.ts'

it('T26: an event that is equal in every field is accepted once, in one batch or in two', () => {
  const { withoutRepeats: fresh } = createRecentEvents()
  const [one, two] = [pingOf({ ts: 1 }), pingOf({ ts: 2 })]
  expect(fresh([one, two, { ...one }])).toEqual([one, two])
  expect(fresh([{ ...two }])).toEqual([])
})

it.each([
  { ts: 2 },
  { user_id: 'other' },
  { action_type: 'CLICK' as const },
  { attributes: { a: 'b' } },
  { analytics_response_payload: 'q' },
  { event_type: 'x' },
])('one that differs in %j is another', (fields) => {
  const { withoutRepeats: fresh } = createRecentEvents()
  fresh([pingOf({ ts: 1 })])
  expect(fresh([pingOf({ ts: 1, ...fields })])).toHaveLength(1)
})

it('T26: an event without a time is never a repeat', () => {
  const { withoutRepeats: fresh } = createRecentEvents()
  expect(fresh([pingOf({ ts: undefined }), pingOf({ ts: undefined })])).toHaveLength(2)
})

it('T26, T44: remembers a bounded number, the newest', () => {
  const { withoutRepeats: fresh } = createRecentEvents(3)
  for (const ts of [1, 2, 3, 4]) fresh([pingOf({ ts })])
  expect(fresh([pingOf({ ts: 4 }), pingOf({ ts: 2 })])).toEqual([])
  expect(fresh([pingOf({ ts: 1 })])).toHaveLength(1)
})

it('accepts every event with another time', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { maxLength: 300 }), (times) => {
      expect(createRecentEvents().withoutRepeats(times.map((ts) => pingOf({ ts })))).toHaveLength(
        times.length,
      )
    }),
  )
})

it('F31 an event that could not be kept is new when it comes again', () => {
  const { withoutRepeats, forget } = createRecentEvents()
  forget(withoutRepeats([pingOf({ ts: 1 }), pingOf({ ts: 2 })]).slice(0, 1))
  expect(withoutRepeats([pingOf({ ts: 1 }), pingOf({ ts: 2 })])).toEqual([pingOf({ ts: 1 })])
})
