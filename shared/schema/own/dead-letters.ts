import * as v from 'valibot'
import { OwnId } from './answers.ts'

/** A pingback event that did not arrive, and why. `is_marked`: it is being sent again, at the latest by night. */
export const OwnDeadLetter = v.strictObject({
  id: v.number(),
  /** As it was accepted (`shared/schema/pingback.ts`). */
  event: v.looseObject({ action_type: OwnId }),
  reason: v.string(),
  died_at: v.pipe(v.string(), v.isoTimestamp()),
  is_marked: v.boolean(),
})
