import * as v from 'valibot'
import { MAKER_FORMS } from '../choices.ts'
import { AbsoluteUrl, FilledText, IsoTime, IsoTimeOrNull } from '../vocabulary.ts'

/** What a maker says of an item that it has: it works, all is made, nothing can be made, or it is for another time. */
export const LEASE_STATES = ['working', 'done', 'failed', 'queued'] as const

/** Items that a maker has now: what is to be made of which file, until when, and the name of the lease. */
export const LeasedSchema = v.strictObject({
  items: v.array(
    v.strictObject({
      gif_id: FilledText,
      forms: v.array(v.picklist(MAKER_FORMS)),
      file: AbsoluteUrl,
      until: IsoTime,
      lease: FilledText,
    }),
  ),
})

/** `until` is null once the lease is over. */
export const ReportedSchema = v.strictObject({ gif_id: FilledText, until: IsoTimeOrNull })
