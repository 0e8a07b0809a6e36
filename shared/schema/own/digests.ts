import * as v from 'valibot'
import { NaturalNumber } from '../vocabulary.ts'

/** How often a moderator has news mailed: `off` for never. */
export const DIGEST_TIMES = ['off', 'hour', 'day'] as const

/** From how many waiting items on the queue is worth a line, at most. */
export const QUEUE_OVER = { default: 50, max: 10_000 } as const

/** Whether a text names a time zone, as `Europe/Berlin`; '' is UTC. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone || 'UTC' })
    return true
  } catch {
    return false
  }
}

const Hour = v.nullable(NaturalNumber)

/** What a moderator has mailed. Between the hours `quiet_from` and `quiet_to` of `zone` nothing leaves; null for none. */
export const OwnDigest = v.strictObject({
  every: v.picklist(DIGEST_TIMES),
  queue_over: NaturalNumber,
  quiet_from: Hour,
  quiet_to: Hour,
  zone: v.string(),
})
export type OwnDigest = v.InferOutput<typeof OwnDigest>
