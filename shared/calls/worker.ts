import * as v from 'valibot'
import { OwnDeadLetter } from '../schema/own/dead-letters.ts'
import { AuditRowSchema } from '../schema/own-site.ts'
import { EmptyResponse, recordList } from '../schema/record-list.ts'
import { family } from './call.ts'
import { optionalField } from './fields.ts'
import { Count, RecordId, Words } from './site-fields.ts'

const workerCall = family({ upstream: 'worker', auth: 'session', cache: 'never' })

const page = { limit: optionalField(Count), offset: optionalField(Count) }

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
  audit: workerCall({
    role: 'staff',
    path: '/api/v3/audit/',
    input: v.object({ target: optionalField(Words(128)), ...page }),
    response: recordList(AuditRowSchema),
  }),
}
