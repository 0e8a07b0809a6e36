import * as v from 'valibot'
import { NaturalNumber } from '../vocabulary.ts'
import { PINGBACK_ACTIONS } from './analytics.ts'

/** What waits for staff: items, reports, what is scheduled, uploads that failed, pingbacks that did, mails. */
export const WAITING = ['moderation', 'reports', 'schedule', 'uploads', 'pingbacks', 'mails'] as const
export type Waiting = (typeof WAITING)[number]

/** Nothing is counted further: this many are this many or more. */
export const WAITING_MAX = 1000

const Waits = v.pipe(NaturalNumber, v.maxValue(WAITING_MAX))

/** The overview of staff: how much waits, and what visitors did with all items on each of the last 30 days in UTC. */
export const OwnOverview = v.strictObject({
  waiting: v.strictObject(v.entriesFromList(WAITING, Waits)),
  /** The oldest first; today is the last. */
  days: v.pipe(
    v.array(
      v.strictObject({
        day: v.pipe(v.string(), v.isoDate()),
        ...v.entriesFromList(PINGBACK_ACTIONS, NaturalNumber),
      }),
    ),
    v.length(30),
  ),
})
export type Overview = v.InferOutput<typeof OwnOverview>
