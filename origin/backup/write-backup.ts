import type { D1Database, D1PreparedStatement, R2Bucket } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError, InputError } from '../../shared/errors.ts'
import { BACKUP_PART } from '../../shared/schema/own/backup.ts'
import { type FormPart, formParts } from '../../shared/server/body/form-parts.ts'
import { HeldBytes } from '../../shared/server/body/held-bytes.ts'
import { holdOf } from '../../shared/server/body/hold.ts'
import { boundaryOf } from '../../shared/server/body/multipart.ts'
import { assertDeclared, readPieces } from '../../shared/server/body/read-request-body.ts'
import type { SignedInActor } from '../../shared/server/origin.ts'
import type { SiteHandlers } from '../site/site-handlers.ts'
import { migrationsOf } from './backup-handlers.ts'
import { LEFT_OUT, quoted } from './left-out.ts'
import { mayBackUp, noteBackup } from './may-back-up.ts'

const STATE = "SELECT name, value FROM restoring WHERE name IN ('archive', 'person')"
// No one but the caller is here, and no one's work.
const IS_EMPTY = `
  SELECT NOT EXISTS (SELECT 1 FROM gifs) AND NOT EXISTS (SELECT 1 FROM uploads) AND NOT EXISTS (SELECT 1 FROM channels)
     AND NOT EXISTS (SELECT 1 FROM stories) AND NOT EXISTS (SELECT 1 FROM users WHERE id <> ?1) AS is_empty`
const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
const TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"

const notBegun = () => new AppError('conflict', 'No restore has begun here, or it is another archive’s')

async function stateOf(d1: D1Database) {
  const { results } = await d1.prepare(STATE).all<{ name: string; value: string }>()
  return Object.fromEntries(results.map(({ name, value }) => [name, value]))
}

const keep = (d1: D1Database, name: string, value: string) =>
  d1.prepare('INSERT INTO restoring (name, value) VALUES (?1, ?2)').bind(name, value)

/** Tables that migrations fill, which an archive fills again. */
const emptied = (d1: D1Database, names: readonly string[]): D1PreparedStatement[] =>
  names
    .filter(
      (name) =>
        !Object.hasOwn(LEFT_OUT, name) && !/^(users|tokens|d1_|sqlite_|_cf_|channel_words)/.test(name),
    )
    .map((name) => d1.prepare(`DELETE FROM ${quoted(name)}`))

/** Restores an archive into an empty installation. Triggers rest meanwhile: what they write is among the rows. */
export const backupWriters = {
  async beginRestore({ d1, actor, nowMs }, { archive, migrations }) {
    const person = mayBackUp(actor, nowMs)
    const known = await stateOf(d1)
    if (known.archive === archive && known.person === person.id) return {}
    if (known.archive) throw notBegun()
    const isEmpty = await d1.prepare(IS_EMPTY).bind(person.id).first<number>('is_empty')
    if (!isEmpty)
      throw new AppError(
        'conflict',
        'This installation is not empty: a restore wants one with nobody but you',
      )
    if (migrations !== (await migrationsOf({ d1 })).join())
      throw new AppError('conflict', 'This installation is of another version: update it, or the command')
    const [tables, triggers] = await d1.batch<{ name: string; sql: string }>([
      d1.prepare(TABLES),
      d1.prepare(TRIGGERS),
    ])
    const names = (tables?.results ?? []).map(({ name }) => name)
    const all = triggers?.results ?? []
    await d1.batch([
      noteBackup(d1, person, 'backup.write', nowMs),
      keep(d1, 'archive', archive),
      keep(d1, 'person', person.id),
      ...all.flatMap(({ name, sql }) => [
        keep(d1, `trigger ${name}`, sql),
        d1.prepare(`DROP TRIGGER ${quoted(name)}`),
      ]),
      // The archive has rows of these numbers: they come behind them.
      d1.prepare(
        `INSERT INTO restoring (name, value)
         SELECT 'audit ' || printf('%09d', id), json_array(actor_id, actor, action, target, reason, created_at) FROM audit`,
      ),
      ...emptied(d1, names),
      // Someone in the archive may have the name or the address.
      d1
        .prepare(
          "UPDATE users SET username = 'restoring-' || substr(lower(hex(randomblob(8))), 1, 12), email = NULL WHERE id = ?1",
        )
        .bind(person.id),
    ])
    return {}
  },

  async endRestore({ d1, actor, nowMs, ...deps }) {
    const person = mayBackUp(actor, nowMs)
    const known = await stateOf(d1)
    if (known.person !== person.id) throw notBegun()
    const { results } = await d1
      .prepare("SELECT value FROM restoring WHERE name LIKE 'trigger %'")
      .all<{ value: string }>()
    await d1.batch([
      d1.prepare(
        `INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
           FROM restoring WHERE name LIKE 'audit %' ORDER BY name`,
      ),
      d1.prepare('UPDATE library_version SET version = version + 1'),
      // Where the archive has someone of staff, the caller goes.
      d1
        .prepare(
          "DELETE FROM users WHERE id = ?1 AND EXISTS (SELECT 1 FROM users WHERE id <> ?1 AND role = 'staff' AND state = 'active')",
        )
        .bind(person.id),
      ...results.map(({ value }) => d1.prepare(value)),
      d1.prepare("INSERT INTO channel_words (channel_words) VALUES ('rebuild')"),
      d1.prepare('DELETE FROM restoring'),
    ])
    await deps.gifsChanged([], deps.publicUrl)
    return {}
  },
} satisfies SiteHandlers

const ROWS = /^rows:([a-z][a-z_0-9]{0,60})$/

/** Reads a part into memory. @throws AppError 'too-large' */
async function bytesOf({ content }: FormPart, max: number, held: HeldBytes): Promise<Uint8Array> {
  for await (const piece of content) {
    if (held.length + piece.byteLength > max)
      throw new AppError('too-large', `A part has at most ${max} bytes`)
    await held.append(piece)
  }
  return held.bytes
}

const SentRows = v.object({
  columns: v.array(v.pipe(v.string(), v.regex(/^[a-z_0-9]{1,60}$/))),
  rows: v.array(v.array(v.nullable(v.union([v.string(), v.number()])))),
})

function parseSent(text: string): v.InferOutput<typeof SentRows> {
  try {
    return v.parse(SentRows, JSON.parse(text))
  } catch {
    throw new InputError('The form has an unknown part', { rows: 'are none of a table' })
  }
}

/** Rows as they were sent: the names of the columns, and their values. */
async function putRows(d1: D1Database, table: string, text: string): Promise<void> {
  const { columns, rows } = parseSent(text)
  if (Object.hasOwn(LEFT_OUT, table) || /^(d1_|sqlite_|_cf_)/.test(table))
    throw new InputError('The form has an unknown part', { [table]: 'is no table of a backup' })
  const values = columns.map((_, at) => `value ->> '$[${at}]'`).join(', ')
  // Sent again, they are there.
  await d1
    .prepare(
      `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) SELECT ${values} FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`,
    )
    .bind(JSON.stringify(rows))
    .run()
}

type Given = { d1: D1Database; bucket: R2Bucket }

/**
 * Takes in parts of an archive: files, whose name is what is said of them (`key`, `sha256`, `http`, `custom`), and rows.
 * @throws AppError
 */
export async function receiveBackup(
  { d1, bucket }: Given,
  request: Request,
  actor: SignedInActor,
): Promise<object> {
  const person = mayBackUp(actor, Date.now())
  const state = await stateOf(d1)
  if (state.person !== person.id) throw notBegun()
  assertDeclared(request, BACKUP_PART.request)
  const boundary = boundaryOf(request.headers.get('Content-Type') ?? '')
  for await (const part of formParts(readPieces(request, BACKUP_PART.request), boundary)) {
    const [, table] = ROWS.exec(part.name) ?? []
    const max = table ? BACKUP_PART.rows : BACKUP_PART.file
    const held = new HeldBytes(holdOf(request, person.id), max)
    try {
      const bytes = await bytesOf(part, max, held)
      if (table) await putRows(d1, table, new TextDecoder().decode(bytes))
      else await putFile(bucket, part.name, bytes)
    } finally {
      held.clear()
    }
  }
  return {}
}

const Texts = v.record(v.string(), v.string())
const FileName = v.object({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(1024)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  http: Texts,
  custom: Texts,
})

function parseFile(name: string): v.InferOutput<typeof FileName> | undefined {
  try {
    return v.parse(FileName, JSON.parse(atob(name)))
  } catch {
    return undefined
  }
}

/** The bucket checks the hash. */
async function putFile(bucket: R2Bucket, name: string, bytes: Uint8Array): Promise<void> {
  const file = parseFile(name)
  if (!file)
    throw new InputError('The form has an unknown part', { [name.slice(0, 40)]: 'is no file of a backup' })
  const { key, sha256, http, custom } = file
  await bucket.put(key, bytes, { sha256, httpMetadata: http, customMetadata: custom })
}
