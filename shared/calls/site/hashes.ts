import * as v from 'valibot'
import { HASH_IMPORT, HashesAdded, KnownHashList } from '../../schema/own/hashes.ts'
import { EmptyResponse, recordList } from '../../schema/text.ts'
import { bySession } from '../call.ts'
import { FreeText, OneRecord, RecordId } from '../fields.ts'

const HASHES = '/api/v3/known-hashes/'

/** The embedded site's: hashes of files that were taken down, here or elsewhere, for staff. */
export const hashCalls = {
  knownHashes: bySession.get('staff', HASHES, v.object({}), recordList(KnownHashList)),
  // Without reasons and ids: no person can be found by it.
  knownHashesCsv: bySession.get('staff', `${HASHES}csv/`, v.object({}), v.string(), { responseType: 'text' }),
  addKnownHashes: bySession.post(
    'staff',
    HASHES,
    v.object({
      list: RecordId,
      // CSV: the kind and the hash, in the form of the export.
      lines: v.pipe(
        FreeText(HASH_IMPORT.characters),
        v.check(
          (text) => text.split('\n', HASH_IMPORT.lines + 2).length <= HASH_IMPORT.lines + 1,
          `must be at most ${HASH_IMPORT.lines} lines`,
        ),
      ),
    }),
    HashesAdded,
    { encoding: 'json' },
  ),
  removeKnownHashes: bySession.del('staff', `${HASHES}:id`, OneRecord, EmptyResponse),
}
