import * as v from 'valibot'
import { FilledText, IsoTime } from '../vocabulary.ts'

/** A pingback event that did not arrive, and why. `is_marked`: it is being sent again, at the latest by night. */
export const OwnDeadLetter = v.strictObject({
  id: v.number(),
  /** As it was accepted (`shared/schema/pingback.ts`). */
  event: v.looseObject({ action_type: FilledText }),
  reason: v.string(),
  died_at: IsoTime,
  is_marked: v.boolean(),
})
