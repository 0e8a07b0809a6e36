import * as v from 'valibot'
import { FilledText, NaturalNumber } from '../vocabulary.ts'

/** What a webhook may be told of. */
export const WEBHOOK_EVENTS = ['report', 'takedown', 'upload-failed', 'dead-letter', 'digest'] as const

export const WEBHOOKS_MAX = 20

const Event = v.picklist(WEBHOOK_EVENTS)

/** Where staff have events sent; its secret is shown once. `off_because` says why it was switched off by itself. */
export const OwnWebhook = v.strictObject({
  id: FilledText,
  url: FilledText,
  events: v.array(Event),
  is_active: v.boolean(),
  off_because: v.string(),
  created_at: FilledText,
})
export type OwnWebhook = v.InferOutput<typeof OwnWebhook>

export const NewWebhook = v.strictObject({ ...OwnWebhook.entries, secret: FilledText })

export type NewWebhook = v.InferOutput<typeof NewWebhook>

/** What was sent, and what the last try was answered. `due_at` is the next try; null after the last one. */
export const OwnDelivery = v.strictObject({
  id: NaturalNumber,
  event: v.picklist([...WEBHOOK_EVENTS, 'test']),
  created_at: FilledText,
  tries: NaturalNumber,
  tried_at: v.nullable(v.string()),
  due_at: v.nullable(v.string()),
  status: v.nullable(v.number()),
  failure: v.string(),
})
export type OwnDelivery = v.InferOutput<typeof OwnDelivery>
