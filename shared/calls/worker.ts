import * as v from 'valibot'
import { AuditRowSchema } from '../schema/own/people.ts'
import { OwnCached, OwnDeadLetter, OwnHealth } from '../schema/own/staff.ts'
import { EmptyResponse, recordList } from '../schema/record-list.ts'
import { family } from './call.ts'
import { optionalField } from './fields.ts'
import { FreeText, Nothing, OneRecord, RecordId, timed } from './site-fields.ts'

const aboutWorker = family({
  upstream: 'worker',
  auth: 'session',
  cache: 'never',
  writes: { auth: 'session+csrf' },
})

/** An item, or a read of the provider by its address: `/v1/gifs/search?q=cat`. */
const cached = { gif: optionalField(RecordId), call: optionalField(FreeText(2000)) }

const DEAD_LETTERS = '/api/v3/dead-letters/'

/**
 * The calls about this Worker itself, beyond §7 (`docs/contract.md`): it answers them wherever the site is. Who may is said
 * by the site.
 */
export const workerCalls = {
  // Pingbacks that did not arrive.
  deadLetters: aboutWorker.get('staff', DEAD_LETTERS, v.object(timed), recordList(OwnDeadLetter)),
  deleteDeadLetter: aboutWorker.del('staff', `${DEAD_LETTERS}:id`, OneRecord, EmptyResponse),
  // Without an id all of them.
  resendDeadLetters: aboutWorker.post(
    'staff',
    `${DEAD_LETTERS}resend`,
    v.object({ id: optionalField(RecordId) }),
    v.object({ count: v.number() }),
  ),
  // How this server is.
  health: aboutWorker.get('moderator', '/api/v3/health/', Nothing, OwnHealth),
  // What the caches hold.
  cached: aboutWorker.get('staff', '/api/v3/cache/', v.object(cached), OwnCached),
  refreshCached: aboutWorker.post('staff', '/api/v3/cache/refresh', v.object(cached), OwnCached),
  audit: aboutWorker.get(
    'staff',
    '/api/v3/audit/',
    v.object({ target: optionalField(FreeText(128)), ...timed }),
    recordList(AuditRowSchema),
  ),
}
