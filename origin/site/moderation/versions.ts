import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { own } from '../../../shared/own.ts'
import type { OwnVersion } from '../../../shared/schema/own/staff.ts'
import { FILM_OF_ITEM, TYPE_OF_ITEM } from '../../item-type.ts'
import { foundRows, json } from '../../sql.ts'

const FILE = 'file:'
const LANGUAGE = 'tags:'

/** The name of a file's part of an item, and of its tags in a language; its other parts have the names of their columns. */
export const filePart = (name: string, format: string): string => `${FILE}${name}.${format}`
export const languagePart = (lang: string): string => `${LANGUAGE}${lang}`

/** All parts of the item `gifs AS g` as JSON, each a text or a list of texts. `is_indexable` is among them for `was` alone. */
const PARTS = `
  json_patch(
    json_object('title', g.title, 'alt_text', g.alt_text, 'tags', json(g.tags), 'rating', g.rating, 'type', ${TYPE_OF_ITEM},
                'source', g.source, 'film', ${FILM_OF_ITEM}, 'cta_link', g.cta_link, 'cta_text', g.cta_text, 'is_indexable', g.is_indexable),
    json_patch(
      (SELECT json_group_object('${FILE}' || name || '.' || format, r2_key) FROM renditions WHERE gif_id = g.id),
      (SELECT json_group_object('${LANGUAGE}' || lang, json(tags))
         FROM (SELECT lang, json_group_array(tag) AS tags
                 FROM (SELECT lang, tag FROM language_tags WHERE gif_id = g.id ORDER BY lang, position)
                GROUP BY lang))))`

/** Whether moderators or staff have decided something of `gifs AS g` that holds. */
export const IS_DECIDED = `
  (g.hidden_by IS 'moderator' OR g.set_rating IS NOT NULL
   OR EXISTS (SELECT 1 FROM moderations WHERE gif_id = g.id AND undone_at IS NULL AND action <> 'skip'))`

// ?1 the item, ?2 JSON of the parts as they are to be, ?3 JSON of parts as the owner has seen them: if others, nothing is changed.
const CHANGED = `
  WITH item AS MATERIALIZED (SELECT g.id, ${IS_DECIDED} AS is_decided, ${PARTS} AS parts
                               FROM gifs AS g WHERE g.id = ?1 AND g.is_removed = 0),
       part AS MATERIALIZED (SELECT e.key, e.value FROM item, json_each(item.parts) AS e),
       changed AS MATERIALIZED (SELECT given.key, coalesce(part.value, '') AS value
                                  FROM json_each(?2) AS given LEFT JOIN part ON part.key = given.key
                                 WHERE given.value IS NOT coalesce(part.value, '')
                                   AND NOT EXISTS (SELECT 1 FROM json_each(?3) AS seen JOIN part ON part.key = seen.key
                                                    WHERE seen.value IS NOT part.value))`

// What the item was decided about stays through further changes. Who holds it in a batch has seen another version.
const WAIT = `${CHANGED}
  INSERT INTO moderation_queue (gif_id, job_id, queued_at, edits)
  SELECT id, 'uploads', ?4, (SELECT json_group_object(key, value) FROM changed)
    FROM item WHERE is_decided AND EXISTS (SELECT 1 FROM changed)
      ON CONFLICT (gif_id) DO UPDATE SET edits = json_patch(excluded.edits, coalesce(edits, '{}'))`

const RELEASE = `${CHANGED}
  UPDATE moderation_queue SET batch_id = NULL WHERE gif_id IN (SELECT id FROM item) AND EXISTS (SELECT 1 FROM changed)`

type Part = string | number | boolean | readonly string[]
export type Parts = Readonly<Record<string, Part | undefined>>

/** A change of an item's parts by its owner. `was` are parts as they have seen them, on whose condition it is made. */
export type OwnerChange = { gif: string; parts: Parts; was?: Parts | undefined; nowMs: number }

const bit = (part: Part | undefined) => (typeof part === 'boolean' ? Number(part) : part)
const jsonOf = (parts: Parts): string => JSON.stringify(parts, (_, part) => bit(part))

/**
 * The statements that have an item wait again which its owner changes after a decision, with what it was. They come before
 * the change, in its batch; where nothing is changed, they do nothing.
 */
export function waitAgain(
  d1: D1Database,
  { gif, parts, was = {}, nowMs }: OwnerChange,
): D1PreparedStatement[] {
  const values = [gif, jsonOf(parts), jsonOf(was)] as const
  return [
    d1.prepare(RELEASE).bind(...values),
    d1.prepare(WAIT).bind(...values, new Date(nowMs).toISOString()),
  ]
}

// ?1 the item; what is sent in is not a column of it.
const RAISE = 'UPDATE gifs SET revision = revision + 1 WHERE id = ?1'

/** The statement that makes new files of an item a new version of it. The trigger of `gifs` does so for all other parts. */
export const raiseRevision = (d1: D1Database, gif: string) => d1.prepare(RAISE).bind(gif)

const VERSION = `
  SELECT q.gif_id, g.revision, q.edits, iif(q.edits IS NULL, NULL, ${PARTS}) AS parts
    FROM moderation_queue AS q
    JOIN gifs             AS g ON g.id = q.gif_id`

/** Reads the version of an item that waits. */
export const versionStatement = (d1: D1Database, gif: string): D1PreparedStatement =>
  d1.prepare(`${VERSION} WHERE q.gif_id = ?1`).bind(gif)

// ?1 the moderator, ?2 a job or null: the batch that they have.
const VERSIONS = `
  ${VERSION}
   WHERE q.batch_id = (SELECT id FROM moderation_batches
                        WHERE user_id = ?1 AND action = 'assigned' AND coalesce(list, job_id) = coalesce(?2, list, job_id)
                        ORDER BY id DESC LIMIT 1)`

const PartsJson = v.nullable(json(v.record(v.string(), v.unknown())))
const VersionRow = v.object({
  gif_id: v.string(),
  revision: v.number(),
  edits: PartsJson,
  parts: PartsJson,
})

/** Reads the versions that wait in a moderator's batch, and what their owners have changed since a decision. */
export const versionsStatement = (d1: D1Database, user: string, job: string | null): D1PreparedStatement =>
  d1.prepare(VERSIONS).bind(user, job)

type Version = v.InferOutput<typeof OwnVersion>

const isList = (key: string) => key === 'tags' || key.startsWith(LANGUAGE)

/** A part as people read it. In `edits` a list is JSON. */
function textOf(key: string, part: unknown): string {
  const list = isList(key) && typeof part === 'string' && part !== '' ? JSON.parse(part) : part
  return Array.isArray(list) ? list.join(', ') : String(list ?? '')
}

/** What differs, by the names that calls have. Files are named, and languages named with their tags. */
function changesOf(edits: object, parts: Readonly<Record<string, unknown>>): Version['changes'] {
  const changed = Object.entries(edits)
    .map(([key, was]) => ({ key, before: textOf(key, was), after: textOf(key, own(parts, key)) }))
    .filter(({ before, after }) => before !== after)
  const files = changed.filter(({ key }) => key.startsWith(FILE)).map(({ key }) => key.slice(FILE.length))
  const languages = changed.filter(({ key }) => key.startsWith(LANGUAGE))
  const inAll = (side: 'before' | 'after') =>
    languages.map((each) => `${each.key.slice(LANGUAGE.length)}: ${each[side]}`).join('; ')
  return [
    ...changed
      .filter(({ key }) => !key.includes(':'))
      .map(({ key, ...texts }) => ({ field: key === 'source' ? 'source_post_url' : key, ...texts })),
    ...(languages.length > 0
      ? [{ field: 'language_tags', before: inAll('before'), after: inAll('after') }]
      : []),
    ...(files.length > 0 ? [{ field: 'files', before: '', after: files.join(', ') }] : []),
  ]
}

/** What `versionsStatement` has found, as calls answer it. */
export const versionsJson = (found: { results: readonly unknown[] } | undefined): Version[] =>
  foundRows(VersionRow, found).map(({ gif_id, revision, edits, parts }) => ({
    gif_id,
    revision,
    changes: edits && parts ? changesOf(edits, parts) : [],
  }))
