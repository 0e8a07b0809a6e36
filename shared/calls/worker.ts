import * as v from 'valibot'
import { OwnCached, OwnDeadLetter, OwnHealth } from '../schema/own/staff.ts'
import { AuditRowSchema } from '../schema/own-site.ts'
import { EmptyResponse, recordList } from '../schema/record-list.ts'
import { family } from './call.ts'
import { optionalField } from './fields.ts'
import { FreeText, NonNegative, Order, RecordId } from './site-fields.ts'

const workerCall = family({ upstream: 'worker', auth: 'session', cache: 'never' })

const page = { limit: optionalField(NonNegative), offset: optionalField(NonNegative), order: Order }

/** An item, or a read of the provider by its address: `/v1/gifs/search?q=cat`. */
const cached = { gif: optionalField(RecordId), call: optionalField(FreeText(2000)) }

const DEAD_LETTERS = '/api/v3/dead-letters/'

/**
 * The calls about this Worker itself, beyond §7 (`docs/contract.md`): it answers them wherever the site is. Who may is said
 * by the site.
 */
export const workerCalls = {
  // Pingbacks that did not arrive.
  deadLetters: workerCall({
    role: 'staff',
    path: DEAD_LETTERS,
    input: v.object(page),
    response: recordList(OwnDeadLetter),
  }),
  deleteDeadLetter: workerCall({
    role: 'staff',
    method: 'DELETE',
    path: `${DEAD_LETTERS}:id`,
    auth: 'session+csrf',
    input: v.object({ id: RecordId }),
    response: EmptyResponse,
  }),
  // Without an id all of them.
  resendDeadLetters: workerCall({
    role: 'staff',
    method: 'POST',
    path: `${DEAD_LETTERS}resend`,
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ id: optionalField(RecordId) }),
    response: v.object({ count: v.number() }),
  }),
  // How this server is.
  health: workerCall({
    role: 'moderator',
    path: '/api/v3/health/',
    input: v.object({}),
    response: OwnHealth,
  }),
  // What the caches hold.
  cached: workerCall({
    role: 'staff',
    path: '/api/v3/cache/',
    input: v.object(cached),
    response: OwnCached,
  }),
  refreshCached: workerCall({
    role: 'staff',
    method: 'POST',
    path: '/api/v3/cache/refresh',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object(cached),
    response: OwnCached,
  }),
  audit: workerCall({
    role: 'staff',
    path: '/api/v3/audit/',
    input: v.object({ target: optionalField(FreeText(128)), ...page }),
    response: recordList(AuditRowSchema),
  }),
}
