import * as v from 'valibot'

/** Characters of a site's origin. */
export const SITE_MAX = 200

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
type SentEvent = v.InferOutput<typeof PingbackEventSchema>

/** Also a `SHARE`, which no client posts: the Worker writes it for clients of Tenor and KLIPY (`worker/dialects/`). */
export type PingbackEvent = Omit<SentEvent, 'action_type'> & {
  action_type: SentEvent['action_type'] | 'SHARE'
}

/** The body of `POST /v2/pingback`: at most 100 events. */
export const PingbackBodySchema = v.object({
  events: v.pipe(v.array(PingbackEventSchema), v.minLength(1), v.maxLength(100)),
})

/**
 * An event behind the door. The Worker alone writes what it adds: `logged_in_user_id` (§3) is whose session brought it;
 * `door` says from where, as a hash for a day, on which site's page, and when; `isUntold`, that the visitor or the operator wants
 * no more counted than that. The door is for the library's counters and goes nowhere else.
 */
export const QueuedEventSchema = v.object({
  ...PingbackEventSchema.entries,
  action_type: v.picklist([...PingbackEventSchema.entries.action_type.options, 'SHARE']),
  logged_in_user_id: v.optional(v.pipe(v.string(), v.maxLength(64))),
  door: v.optional(
    v.object({
      visitor: v.pipe(v.string(), v.maxLength(64)),
      at: v.pipe(v.number(), v.integer()),
      site: v.optional(v.pipe(v.string(), v.maxLength(SITE_MAX))),
      isUntold: v.optional(v.boolean()),
    }),
  ),
})
export type QueuedEvent = v.InferOutput<typeof QueuedEventSchema>

/** An event without what only the library may know. */
export const withoutDoor = ({ door: _, ...event }: QueuedEvent): PingbackEvent => event

/** An event as a service elsewhere gets it: a share has GIPHY's word there (`docs/wire.md`). */
export function forElsewhere(queued: QueuedEvent) {
  const { action_type, ...event } = withoutDoor(queued)
  return { ...event, action_type: action_type === 'SHARE' ? ('SENT' as const) : action_type }
}
