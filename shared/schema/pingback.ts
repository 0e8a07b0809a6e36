import * as v from 'valibot'

/** §3 Pingback event. `attributes` holds the position rectangle as text; `ts` is milliseconds since 1970. */
export const PingbackEventSchema = v.object({
  ts: v.optional(v.pipe(v.number(), v.integer())),
  user_id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,16}$/)),
  action_type: v.picklist(['SEEN', 'CLICK', 'HOVER']),
  event_type: v.optional(v.pipe(v.string(), v.maxLength(64))),
  attributes: v.optional(
    v.record(v.pipe(v.string(), v.maxLength(64)), v.pipe(v.string(), v.maxLength(512))),
    {},
  ),
  analytics_response_payload: v.optional(v.pipe(v.string(), v.maxLength(4096)), ''),
})
export type PingbackEvent = v.InferOutput<typeof PingbackEventSchema>

/** The body of `POST /v2/pingback`: at most 100 events. */
export const PingbackBodySchema = v.object({
  events: v.pipe(v.array(PingbackEventSchema), v.minLength(1), v.maxLength(100)),
})
