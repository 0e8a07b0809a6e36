import { AppError, fieldError } from '../../shared/errors.ts'
import { BACKUP_BYTES } from '../../shared/schema/own/backup.ts'
import type { SiteHandlers, SiteRequest } from '../site/site-handlers.ts'
import { LEFT_OUT, quoted, selectRows } from './left-out.ts'
import { mayBackUp, noteBackup } from './may-back-up.ts'

/** Rows of an answer: as many as its bytes allow, and no more than so many. */
const ROWS_AT_ONCE = 1000
const FILES_AT_ONCE = 500

const namesOf = (text: string) => text.split(',').filter((name) => name !== '')

const MIGRATIONS = 'SELECT name FROM d1_migrations ORDER BY name'
export const migrationsOf = async ({ d1 }: Pick<SiteRequest, 'd1'>): Promise<string[]> =>
  (await d1.prepare(MIGRATIONS).all<{ name: string }>()).results.map(({ name }) => name)

// ?1 is a table.
const COLUMNS = `
  SELECT c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c
   WHERE t.type = 'table' AND t.name = ?1 AND t.name NOT LIKE 'd1\\_%' ESCAPE '\\'`

type Page = { table: string; columns: string; wholes: string; key: string; after: string }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where the next page begins. @throws InputError */
function keyAfter(after: string, size: number): (string | number)[] {
  if (after === '') return []
  const values: unknown = parsed(after)
  const isKey = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  if (Array.isArray(values) && values.length === size && values.every(isKey)) return values
  throw fieldError('after', 'must be that of an answer')
}

async function pageOf({ d1 }: SiteRequest, { table, columns, wholes, key, after }: Page) {
  if (Object.hasOwn(LEFT_OUT, table) || !columns || !key)
    throw fieldError('table', 'must be one that a backup has')
  const { results } = await d1.prepare(COLUMNS).bind(table).all<{ name: string }>()
  if (results.length === 0) throw fieldError('table', 'must be one that a backup has')
  const known = new Set(results.map(({ name }) => name))
  for (const [field, names] of Object.entries({ columns, wholes, key }))
    if (!namesOf(names).every((name) => known.has(name)))
      throw fieldError(field, 'must be columns of the table')
  const keys = namesOf(key)
  const selected = { name: table, columns: namesOf(columns), wholes: namesOf(wholes), key: keys }
  const from = keyAfter(after, keys.length)
  const places = keys.map((_, at) => `?${at + 1}`).join(', ')
  const where = from.length > 0 ? `(${keys.map(quoted).join(', ')}) > (${places})` : 'true'
  // Behind the row its key, as text where JavaScript has no such number.
  const more = keys.map(
    (name) =>
      `, CASE typeof(${quoted(name)}) WHEN 'integer' THEN CAST(${quoted(name)} AS TEXT) ELSE ${quoted(name)} END`,
  )
  const query = d1.prepare(`${selectRows(selected, where, more.join(''))} LIMIT ${ROWS_AT_ONCE}`)
  const all = await query.bind(...from).raw<(string | number | null)[]>()
  const rows: (string | number | null)[][] = []
  let last = ''
  for (let bytes = 0; rows.length < all.length; ) {
    const row = all[rows.length] ?? []
    bytes += JSON.stringify(row).length
    if (bytes > BACKUP_BYTES && rows.length > 0) break
    last = JSON.stringify(row.slice(selected.columns.length))
    rows.push(row.slice(0, selected.columns.length))
  }
  const isLast = rows.length === all.length && all.length < ROWS_AT_ONCE
  return { rows, after: isLast ? null : last }
}

function bucketOf({ MEDIA }: SiteRequest) {
  if (!MEDIA) throw new AppError('unavailable', 'There are no files here: MEDIA is missing')
  return MEDIA
}

/** Metadata as plain texts. */
const textsOf = (of: object | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(of ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** A call's arguments are few. */
const AT_ONCE = 16_384

function base64(bytes: ArrayBuffer): string {
  let text = ''
  for (let at = 0; at < bytes.byteLength; at += AT_ONCE)
    text += String.fromCharCode(...new Uint8Array(bytes, at, Math.min(AT_ONCE, bytes.byteLength - at)))
  return btoa(text)
}

/** Reads a library for an archive. */
export const backupReaders = {
  async backup({ d1, actor, nowMs, build }) {
    const person = mayBackUp(actor, nowMs)
    await noteBackup(d1, person, 'backup.read', nowMs).run()
    const version = (await d1.prepare('SELECT version FROM library_version').first<number>('version')) ?? 0
    return { body: { build, migrations: await migrationsOf({ d1 }), version } }
  },

  async backupRows(deps, page) {
    mayBackUp(deps.actor, deps.nowMs)
    return { body: await pageOf(deps, page) }
  },

  async backupFiles(deps, { after }) {
    mayBackUp(deps.actor, deps.nowMs)
    const list = await bucketOf(deps).list({
      limit: FILES_AT_ONCE,
      include: ['httpMetadata', 'customMetadata'],
      ...(after && { startAfter: after }),
    })
    const files = list.objects.map(({ key, size, etag, uploaded, httpMetadata, customMetadata }) => ({
      key,
      size,
      etag,
      uploaded: uploaded.getTime(),
      http: textsOf(httpMetadata),
      custom: textsOf(customMetadata),
    }))
    return { body: { files, after: list.truncated ? (files.at(-1)?.key ?? null) : null } }
  },

  async backupBytes(deps, { keys, from }) {
    mayBackUp(deps.actor, deps.nowMs)
    const bucket = bucketOf(deps)
    const wanted = keys.split(',').slice(0, 50)
    let left = BACKUP_BYTES
    const pieces: (string | null)[] = []
    for (const key of wanted) {
      const range = { offset: from, length: BACKUP_BYTES }
      const object = left > 0 ? await bucket.get(key, wanted.length === 1 ? { range } : {}) : null
      if (object && object.size > left && wanted.length > 1) {
        await object.body.cancel()
        throw fieldError('keys', 'are of files that are too large for one answer')
      }
      const bytes = await object?.arrayBuffer()
      left -= bytes?.byteLength ?? 0
      pieces.push(bytes ? base64(bytes) : null)
    }
    return { body: { pieces } }
  },
} satisfies SiteHandlers
