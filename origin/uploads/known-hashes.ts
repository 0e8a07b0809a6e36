import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { own } from '../../shared/own.ts'
import { HASH_FORMS, type HashesAdded, KnownHashList } from '../../shared/schema/own/hashes.ts'
import { isoTime } from '../../shared/time.ts'
import { csvRows } from '../csv.ts'
import { personOf } from '../site/actor.ts'
import type { SiteHandlers } from '../site/site-handlers.ts'
import { findRows, foundRows } from '../sql.ts'
import { LIST_PREFIX } from './phashes.ts'

/** Entries of each kind that all lists have at most. */
const LISTED_MAX = 100_000

// Of `ingest` some files are known by the first half of their hash alone, until they are read: those are no one else's.
const IS_FILE = "kind = 'removed' AND restored_at IS NULL AND length(sha256) = 64"
const LIST_NAME = `iif(substr(gif_id, 1, ${LIST_PREFIX.length}) = '${LIST_PREFIX}', substr(gif_id, ${LIST_PREFIX.length + 1}), '')`
const LISTS = `
  SELECT ${LIST_NAME} AS list, sum(is_file) AS sha256, sum(NOT is_file) AS phash, max(created_at) AS created_at
    FROM (SELECT gif_id, 1 AS is_file, created_at FROM removed_files WHERE ${IS_FILE}
          UNION ALL
          SELECT gif_id, 0, created_at FROM known_phashes)
   GROUP BY 1 ORDER BY 1`

// ?1 entries as JSON, ?2 whose they are: those that this list has not
const FRESH = `
    FROM json_each(?1) AS given
   WHERE CASE given.value ->> 'kind'
         WHEN 'sha256' THEN NOT EXISTS (SELECT 1 FROM removed_files WHERE sha256 = given.value ->> 'hash' AND gif_id = ?2
                                           AND kind = 'removed' AND restored_at IS NULL)
         ELSE NOT EXISTS (SELECT 1 FROM known_phashes WHERE phash = given.value ->> 'hash' AND gif_id = ?2) END`
// ?2 whose entries, ?3 who, ?4 the act, ?5 now; ?1 as in `FRESH`
const AUDIT = (is: string, reason: string) => `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT ?3, (SELECT username FROM users WHERE id = ?3), ?4, 'hashes/' || substr(?2, ${LIST_PREFIX.length + 1}), ${reason}, ?5
   WHERE ${is}`
const AUDIT_ADD = AUDIT(`EXISTS (SELECT 1 ${FRESH})`, `(SELECT count(*) ${FRESH}) || ' added'`)
const ADD_FILES = `
  INSERT INTO removed_files (sha256, gif_id, kind, created_at)
  SELECT given.value ->> 'hash', ?2, 'removed', ?3 ${FRESH} AND given.value ->> 'kind' = 'sha256'
      ON CONFLICT (sha256, gif_id, kind) DO UPDATE SET created_at = excluded.created_at, restored_at = NULL
  RETURNING 1`
const ADD_PHASHES = `
  INSERT INTO known_phashes (phash, gif_id, created_at)
  SELECT given.value ->> 'hash', ?2, ?3 ${FRESH} AND given.value ->> 'kind' = 'phash'
  RETURNING 1`
// What the library has of them is decided by a moderator, once for each list.
const FILES = "SELECT value ->> 'hash' FROM json_each(?1) WHERE value ->> 'kind' = 'sha256'"
const REPORT = `
  INSERT INTO reports (gif_id, reasons, additional_info, anonymous, visitor, created_at)
  SELECT g.id, '["known"]', ?4, 1, 'known/' || ?2, ?3 FROM gifs AS g
   WHERE g.is_removed = 0
     AND g.id IN (SELECT gif_id FROM uploads WHERE sha256 IN (${FILES})
                   UNION
                  SELECT gif_id FROM renditions WHERE sha256 > '' AND sha256 IN (${FILES}) AND substr(name, -6) <> '_still')
      ON CONFLICT DO NOTHING
  RETURNING 1`

const HAS_LIST = `
  (EXISTS (SELECT 1 FROM known_phashes WHERE gif_id = ?2)
   OR EXISTS (SELECT 1 FROM removed_files WHERE gif_id = ?2 AND restored_at IS NULL))`

const AUDIT_REMOVE = AUDIT(HAS_LIST, "''")

type Entry = { kind: string; hash: string }

/** The entries of CSV as the export writes it, each once, and what is wrong with other lines. */
function readEntries(text: string): { entries: Entry[]; wrong: HashesAdded['wrong'] } {
  const entries = new Map<string, Entry>()
  const wrong: HashesAdded['wrong'] = []
  for (const [at, line] of text.split('\n').entries()) {
    const [kind = '', hash = ''] = line
      .split(',')
      .map((field) => field.replaceAll('"', '').trim().toLowerCase())
    if (kind === '' || (at === 0 && kind === 'kind')) continue
    const form: RegExp | undefined = own(HASH_FORMS, kind)
    if (form?.test(hash)) entries.set(`${kind} ${hash}`, { kind, hash })
    else
      wrong.push({
        line: at + 1,
        problem: form ? `this is no ${kind}` : `the kind is one of ${Object.keys(HASH_FORMS).join(', ')}`,
      })
  }
  return { entries: [...entries.values()], wrong }
}

async function assertRoom(d1: D1Database): Promise<void> {
  const lists = await findRows(KnownHashList, d1.prepare(LISTS))
  const isFull = (['sha256', 'phash'] as const).some(
    (kind) => lists.reduce((sum, list) => sum + list[kind], 0) >= LISTED_MAX,
  )
  if (isFull) throw new AppError('conflict', `The lists have ${LISTED_MAX} entries: remove one first`)
}

/** Rows of the export that are in memory at a time. */
const CSV_PAGE = 500
// ?1 is the place of the row before
const PAGES = {
  sha256: `
    SELECT sha256 AS place, sha256 AS hash, ${LIST_NAME} AS list, substr(min(created_at), 1, 10) AS added FROM removed_files
     WHERE sha256 > ?1 AND ${IS_FILE} GROUP BY sha256 ORDER BY sha256 LIMIT ${CSV_PAGE}`,
  phash: `
    SELECT id AS place, phash AS hash, ${LIST_NAME} AS list, substr(created_at, 1, 10) AS added FROM known_phashes
     WHERE id > ?1 ORDER BY id LIMIT ${CSV_PAGE}`,
} as const
const CsvRow = v.object({
  place: v.union([v.string(), v.number()]),
  hash: v.string(),
  list: v.string(),
  added: v.string(),
})

/** All entries as CSV, in pages. No reason and no id of an item: they may say who it is about. */
async function* csvPages(d1: D1Database): AsyncGenerator<string> {
  yield csvRows([['kind', 'hash', 'list', 'added']])
  for (const [kind, sql] of Object.entries(PAGES)) {
    for (let place: string | number | undefined = 0; place !== undefined; ) {
      const rows: v.InferOutput<typeof CsvRow>[] = await findRows(CsvRow, d1.prepare(sql).bind(place))
      yield csvRows(rows.map(({ hash, list, added }) => [kind, hash, list, added]))
      place = rows.length < CSV_PAGE ? undefined : rows.at(-1)?.place
    }
  }
}

/** Texts as a stream, read as its reader takes them. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}

/** Lists of known files (T56, T84): what was taken down here, and what others send. */
export const knownHashHandlers = {
  async knownHashes({ d1 }) {
    const results = await findRows(KnownHashList, d1.prepare(LISTS))
    return { body: { results, count: results.length } }
  },

  async knownHashesCsv({ d1 }) {
    return { stream: streamOf(csvPages(d1)) }
  },

  async addKnownHashes({ d1, actor, nowMs }, { list, lines }) {
    const { entries, wrong } = readEntries(lines)
    await assertRoom(d1)
    const [given, of, at] = [JSON.stringify(entries), `${LIST_PREFIX}${list}`, isoTime(nowMs)]
    const said = `Is a file of the list ${list}, imported on ${at.slice(0, 10)}`
    const [, files, phashes, found] = await d1.batch([
      d1.prepare(AUDIT_ADD).bind(given, of, personOf(actor).id, 'hashes.add', at),
      d1.prepare(ADD_FILES).bind(given, of, at),
      d1.prepare(ADD_PHASHES).bind(given, of, at),
      d1.prepare(REPORT).bind(given, of, at, said),
    ])
    const count = (result: typeof files) => foundRows(v.unknown(), result).length
    const added = count(files) + count(phashes)
    return { body: { added, known: entries.length - added, found: count(found), wrong } }
  },

  async removeKnownHashes({ d1, actor, nowMs }, { id }) {
    const [of, at] = [`${LIST_PREFIX}${id}`, isoTime(nowMs)]
    const [audit] = await d1.batch([
      d1.prepare(AUDIT_REMOVE).bind('', of, personOf(actor).id, 'hashes.remove', at),
      d1.prepare('DELETE FROM known_phashes WHERE gif_id = ?1').bind(of),
      d1
        .prepare('UPDATE removed_files SET restored_at = ?2 WHERE gif_id = ?1 AND restored_at IS NULL')
        .bind(of, at),
    ])
    if (!audit?.meta.changes) throw new AppError('not-found', 'There is no such list')
    return {}
  },
} satisfies SiteHandlers
