import * as v from 'valibot'
import { BackupFiles, BackupPieces, BackupRows, BackupState } from '../../schema/own/backup.ts'
import { EmptyResponse } from '../../schema/text.ts'
import { byToken } from '../call.ts'
import { NonNegative, Nothing } from '../fields.ts'

const BACKUP = '/api/v3/backup'

const Name = v.pipe(v.string(), v.regex(/^[a-z][a-z_0-9]{0,60}$/, 'must be the name of a table'))
const NAMES_MESSAGE = 'must be names of columns, with commas'
const Names = v.pipe(v.string(), v.maxLength(4000), v.regex(/^[a-z_0-9,]+$/, NAMES_MESSAGE))
const Key = v.pipe(v.string(), v.maxLength(1024))

/** By a token with all scopes that is new, or by a fresh sign-in (`origin/backup/may-back-up.ts`). */
const OF_BACKUP = { wantsFresh: true } as const

/** The embedded site's beyond §7 for `npm run backup` and `npm run restore`. */
export const backupCalls = {
  backup: byToken.get('staff', `${BACKUP}/`, Nothing, BackupState, OF_BACKUP),
  // `after` is the last answer's; `wholes` are those columns that may have more than JSON's numbers.
  backupRows: byToken.get(
    'staff',
    `${BACKUP}/rows`,
    v.object({
      table: Name,
      columns: Names,
      wholes: v.optional(v.union([v.literal(''), Names]), ''),
      key: Names,
      after: v.optional(v.pipe(v.string(), v.maxLength(4000)), ''),
    }),
    BackupRows,
    OF_BACKUP,
  ),
  backupFiles: byToken.get(
    'staff',
    `${BACKUP}/files`,
    v.object({ after: v.optional(Key, '') }),
    BackupFiles,
    OF_BACKUP,
  ),
  // Of several files all bytes, of one those from `from` on.
  backupBytes: byToken.get(
    'staff',
    `${BACKUP}/bytes`,
    v.object({
      keys: v.pipe(v.string(), v.maxLength(4000)),
      from: v.optional(NonNegative, 0),
    }),
    BackupPieces,
    OF_BACKUP,
  ),
  // Into an installation that is empty but for the caller. The same archive goes on where it ended.
  beginRestore: byToken.post(
    'staff',
    `${BACKUP}/restore`,
    v.object({
      archive: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')),
      migrations: v.pipe(v.string(), v.maxLength(12_000)),
    }),
    EmptyResponse,
    OF_BACKUP,
  ),
  // Files, or rows of a table: a form's parts, read as they arrive.
  sendBackup: byToken.post('staff', `${BACKUP}/parts`, Nothing, EmptyResponse, {
    ...OF_BACKUP,
    encoding: 'multipart',
  }),
  endRestore: byToken.put('staff', `${BACKUP}/restore`, Nothing, EmptyResponse, OF_BACKUP),
}
