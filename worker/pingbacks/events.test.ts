import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { pingOf } from '../../test/fixtures/upstreams/pingback.ts'
import { RecentEvents } from './events.ts'

function freshOf(max?: number) {
  const recent = new RecentEvents(max)
  return (events: PingbackEvent[]) => recent.withoutRepeats(events)
}

it('T26: an event that is equal in every field is accepted once, in one batch or in two', () => {
  const fresh = freshOf()
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
  const fresh = freshOf()
  fresh([pingOf({ ts: 1 })])
  expect(fresh([pingOf({ ts: 1, ...fields })])).toHaveLength(1)
})

it('T26: an event without a time is never a repeat', () => {
  const fresh = freshOf()
  expect(fresh([pingOf({ ts: undefined }), pingOf({ ts: undefined })])).toHaveLength(2)
})

it('T26, T44: remembers a bounded number, the newest', () => {
  const fresh = freshOf(3)
  for (const ts of [1, 2, 3, 4]) fresh([pingOf({ ts })])
  expect(fresh([pingOf({ ts: 4 }), pingOf({ ts: 2 })])).toEqual([])
  expect(fresh([pingOf({ ts: 1 })])).toHaveLength(1)
})

it('accepts every event with another time', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { maxLength: 300 }), (times) => {
      expect(new RecentEvents().withoutRepeats(times.map((ts) => pingOf({ ts })))).toHaveLength(times.length)
    }),
  )
})

it('F31 an event that could not be kept is new when it comes again', () => {
  const recent = new RecentEvents()
  recent.forget(recent.withoutRepeats([pingOf({ ts: 1 }), pingOf({ ts: 2 })]).slice(0, 1))
  expect(recent.withoutRepeats([pingOf({ ts: 1 }), pingOf({ ts: 2 })])).toEqual([pingOf({ ts: 1 })])
})
