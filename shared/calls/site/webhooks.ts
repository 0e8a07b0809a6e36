import * as v from 'valibot'
import { NewWebhook, OwnDelivery, OwnWebhook, WEBHOOK_EVENTS } from '../../schema/own/webhooks.ts'
import { EmptyResponse, recordList } from '../../schema/text.ts'
import { bySession } from '../call.ts'
import { MediaAddress, Nothing, OneRecord, optionalField, page, RecordId, YesNo } from '../fields.ts'

const MESSAGE = `must be a list of ${WEBHOOK_EVENTS.join(', ')}`

/** A list, or a text with commas, each event once. */
const Events = v.pipe(
  v.union(
    [
      v.array(v.picklist(WEBHOOK_EVENTS, MESSAGE)),
      v.pipe(
        v.string(),
        v.transform((text) => text.split(',', 10).map((each) => each.trim())),
      ),
    ],
    MESSAGE,
  ),
  v.array(v.picklist(WEBHOOK_EVENTS, MESSAGE)),
  v.minLength(1, MESSAGE),
  v.transform((events) => [...new Set(events)]),
)

/** Where staff have events sent (T65). The address is public, and its canonical form is kept. */
export const webhookCalls = {
  webhooks: bySession.get('staff', '/api/v3/webhooks/', Nothing, recordList(OwnWebhook)),
  createWebhook: bySession.post(
    'staff',
    '/api/v3/webhooks/',
    v.object({ url: MediaAddress, events: Events }),
    NewWebhook,
  ),
  updateWebhook: bySession.put(
    'staff',
    '/api/v3/webhooks/:id',
    v.object({
      id: RecordId,
      url: optionalField(MediaAddress),
      events: v.optional(Events),
      is_active: optionalField(YesNo),
    }),
    OwnWebhook,
  ),
  deleteWebhook: bySession.del('staff', '/api/v3/webhooks/:id', OneRecord, EmptyResponse),
  webhookDeliveries: bySession.get(
    'staff',
    '/api/v3/webhooks/:id/deliveries',
    v.object({ id: RecordId, ...page }),
    recordList(OwnDelivery),
  ),
  testWebhook: bySession.post('staff', '/api/v3/webhooks/:id/test', OneRecord, OwnDelivery),
}
