import * as v from 'valibot'
import { NaturalNumber } from '../vocabulary.ts'

/** How often a moderator has news mailed: `off` for never. */
export const DIGEST_TIMES = ['off', 'hour', 'day'] as const

/** From how many waiting items on the queue is worth a line, at most. */
export const QUEUE_OVER = { default: 50, max: 10_000 } as const

/** What a moderator has mailed. */
export const OwnDigest = v.strictObject({ every: v.picklist(DIGEST_TIMES), queue_over: NaturalNumber })
export type OwnDigest = v.InferOutput<typeof OwnDigest>
