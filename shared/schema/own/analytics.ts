import * as v from 'valibot'
import { SHARE_TYPES, type ShareType } from '../../limits.ts'
import { mustBeOneOf } from '../choices.ts'
import { PingbackEventSchema } from '../pingback.ts'
import { FilledText, NaturalNumber } from '../vocabulary.ts'

/** §3 What a pingback says was done; this alone counts for trending. */
export const PINGBACK_ACTIONS = ['SEEN', 'HOVER', 'CLICK'] as const
export type PingbackAction = (typeof PINGBACK_ACTIONS)[number]

/** §7 The labels of analytics events that are about one item. */
const LABELLED = [
  'FAVORITE',
  'SHARE',
  'PAUSE',
  'EMBED_CODE',
  'LINK',
  'COPY_EMBED_CODE',
  'COPY_LINK',
  'PLAY',
  'VIEW_MORE',
] as const

export const shareAction = (type: ShareType) =>
  `SHARE_${type.toUpperCase()}` as `SHARE_${Uppercase<ShareType>}`

/** Everything that is counted of an item. */
export const ACTIONS = [...PINGBACK_ACTIONS, ...LABELLED, ...SHARE_TYPES.map(shareAction)] as const
export type Action = (typeof ACTIONS)[number]

/** §3 The site's batched analytics event. Whose it is (`logged_in_user_id`) is never read from it. */
const SiteEventSchema = v.object({
  ...PingbackEventSchema.entries,
  user_id: v.optional(PingbackEventSchema.entries.user_id),
  action_type: v.picklist(ACTIONS, mustBeOneOf(ACTIONS)),
})

const Events = v.pipe(
  v.array(SiteEventSchema, 'must be a list'),
  v.minLength(1, 'must hold an event'),
  v.maxLength(100, 'must hold at most 100 events'),
)

/** A batch of them, in the form of pingbacks. */
export const SiteEventsSchema = v.object({ events: Events })

/** What was done with an item on a day in UTC, `YYYY-MM-DD`. */
export const OwnDay = v.strictObject({
  gif_id: FilledText,
  day: v.pipe(v.string(), v.isoDate()),
  counts: v.record(v.picklist(ACTIONS), NaturalNumber),
})
