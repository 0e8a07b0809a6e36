import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import type { MakerForm } from '../../shared/schema/choices.ts'
import { isoTime } from '../../shared/time.ts'
import { newId } from '../people/secrets.ts'
import { auditIfChanged, personOf } from '../site/actor.ts'
import type { SiteHandlers } from '../site/site-handlers.ts'
import { BitColumn, findRows } from '../sql.ts'
import { endStatements, LEASE_MS, leaseIsOver, overSince, renewLease, TRIES_MAX } from './lease.ts'
import { phashStatements } from './phashes.ts'

/** What a maker asks for. */
type Wanted = {
  forms: readonly MakerForm[]
  max: number
  /** Whether it makes forms that items of the whole library lack, and those behind which item. */
  again: boolean
  after: string
}

/** A lease's name, and when it began. */
type Begun = { lease: string; nowMs: number }

const NOT_BY_MAKER = (gif: string) => `
  NOT EXISTS (SELECT 1 FROM lacking_forms WHERE gif_id = ${gif} AND state = 'working' AND updated_at >= ?2)`
const HAS_FILE = "EXISTS (SELECT 1 FROM renditions WHERE gif_id = g.id AND name = 'original')"
const IS_THERE = (gif: string) =>
  `EXISTS (SELECT 1 FROM gifs AS g WHERE g.id = ${gif} AND g.is_removed = 0 AND ${HAS_FILE})`

// ?1 is now, ?2 when a lease that is over has said its last word. Makers that were killed with an item have tried it.
const GIVE_UP_UPLOADS = `
  UPDATE uploads SET state = 'failed', reason = 'No maker came to an end', updated_at = ?1
   WHERE state = 'working' AND updated_at < ?2 AND tries >= ${TRIES_MAX}`
const GIVE_UP_FORMS = `
  UPDATE lacking_forms SET state = 'failed', reason = 'No maker came to an end'
   WHERE state = 'working' AND updated_at < ?2 AND tries >= ${TRIES_MAX}`

// Those that wait come first, the longest first; then those of which the image service has made a part. ?3 the lease, ?4 how many
const LEASE_UPLOADS = `
  UPDATE uploads SET state = 'working', lease = ?3, tries = iif(by_service = 1, 1, tries + 1), by_service = 0, planned = 0, updated_at = ?1
   WHERE gif_id IN (
     SELECT gif_id FROM (
       SELECT gif_id, updated_at, 0 AS is_later FROM uploads
        WHERE state = 'queued' OR (state = 'working' AND updated_at < ?2)
        UNION ALL
       SELECT gif_id, updated_at, 1 FROM uploads WHERE by_service = 1 AND state = 'done') AS u
      WHERE ${NOT_BY_MAKER('u.gif_id')} AND ${IS_THERE('u.gif_id')}
      ORDER BY is_later, updated_at LIMIT ?4)
  RETURNING gif_id`

/** Whether an item `g` lacks a form: none of it was made, its maker was killed with it, or has failed more than a day ago. */
const LACKS = (form: string) => `
  coalesce(
    (SELECT state <> 'done' AND updated_at < iif(state = 'working', ?2, strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '-1 day'))
       FROM lacking_forms WHERE gif_id = g.id AND form = ${form}),
    iif(${form} = 'phash', NOT EXISTS (SELECT 1 FROM item_phashes WHERE gif_id = g.id),
        NOT EXISTS (SELECT 1 FROM renditions
                     WHERE gif_id = g.id AND name = 'fixed_width' AND format = ${form}
                       AND r2_key IS NOT (SELECT file FROM uploads WHERE gif_id = g.id))))`

// The newest first. ?5 are forms as JSON, ?6 the item before, or ''. Of what was taken down the hash alone is made (T84).
const LEASE_FORMS = `
  INSERT INTO lacking_forms (gif_id, form, state, lease, updated_at)
  SELECT g.id, f.value, 'working', ?3, ?1
    FROM (SELECT id FROM gifs AS g
           WHERE num < coalesce((SELECT num FROM gifs WHERE id = ?6), 9e15)
             AND EXISTS (SELECT 1 FROM json_each(?5) WHERE ${LACKS('value')})
             AND ${NOT_BY_MAKER('g.id')} AND ${HAS_FILE}
             AND iif(g.is_removed, ?5 = '["phash"]',
                     NOT EXISTS (SELECT 1 FROM uploads WHERE gif_id = g.id AND state IN ('queued', 'working')))
           ORDER BY num DESC LIMIT ?4) AS g, json_each(?5) AS f
   WHERE ${LACKS('f.value')}
      ON CONFLICT (gif_id, form) DO UPDATE
     SET state = 'working', lease = excluded.lease, tries = iif(state = 'failed', 1, tries + 1), updated_at = excluded.updated_at
  RETURNING gif_id`

// Once a minute is enough to know that a maker is here.
const NOTE_MAKER = `
  UPDATE makers SET asked_at = ?1 WHERE asked_at < strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '-60 seconds')`

// What people uploaded; of other items what lost least: films as films, pictures with all their frames.
const LEASED = `
  SELECT held.gif_id, held.forms, g.is_removed,
         (SELECT r.name || '.' || r.format FROM renditions AS r
           WHERE r.gif_id = held.gif_id AND r.name = 'original'
           ORDER BY r.r2_key IS u.file DESC, (r.format IN ('mp4', 'webm', 'mov')) = (g.type = 'video') DESC, r.frames DESC,
                    r.format = 'webp' DESC, r.format LIMIT 1) AS file
    FROM (SELECT gif_id, NULL AS forms FROM uploads WHERE lease = ?1 AND state = 'working'
           UNION ALL
          SELECT gif_id, json_group_array(form) FROM lacking_forms WHERE lease = ?1 AND state = 'working' GROUP BY gif_id) AS held
    JOIN gifs AS g ON g.id = held.gif_id
    LEFT JOIN uploads AS u ON u.gif_id = g.id`

const LeasedRow = v.object({
  gif_id: v.string(),
  forms: v.nullable(v.string()),
  file: v.string(),
  is_removed: BitColumn,
})

function leaseStatement(d1: D1Database, { forms, max, again, after }: Wanted, { lease, nowMs }: Begun) {
  const common = [isoTime(nowMs), overSince(nowMs), lease, max] as const
  if (!again) return d1.prepare(LEASE_UPLOADS).bind(...common)
  return d1.prepare(LEASE_FORMS).bind(...common, JSON.stringify(forms), after)
}

/** Work for makers of renditions, wherever they run (`npm run renditions`). */
export const leaseHandlers = {
  async leaseRenditions({ d1, actor, nowMs, publicUrl }, { forms, max, again, after = '' }) {
    const lease = newId()
    const act = { action: 'renditions.lease', target: 'renditions', nowMs, reason: again ? 'again' : '' }
    const now = isoTime(nowMs)
    await d1.batch([
      d1.prepare(NOTE_MAKER).bind(now),
      d1.prepare(GIVE_UP_UPLOADS).bind(now, overSince(nowMs)),
      d1.prepare(GIVE_UP_FORMS).bind(now, overSince(nowMs)),
      leaseStatement(d1, { forms, max, again, after }, { lease, nowMs }),
      auditIfChanged(d1, personOf(actor), act),
    ])
    const rows = await findRows(LeasedRow, d1.prepare(LEASED).bind(lease))
    const until = isoTime(nowMs + LEASE_MS)
    const items = rows.map((row) => ({
      gif_id: row.gif_id,
      forms: row.forms === null ? [...forms] : (JSON.parse(row.forms) as MakerForm[]),
      file: `${publicUrl}/media/${row.gif_id}/${row.file}${row.is_removed ? `?lease=${lease}` : ''}`,
      until,
      lease,
    }))
    return { body: { items } }
  },

  async reportRenditions({ d1, actor, nowMs }, { id: gif, lease, state, reason, made, planned, phash }) {
    if (state === 'working') {
      const until = await renewLease(d1, { gif, lease }, nowMs, { made, planned })
      return { body: { gif_id: gif, until } }
    }
    const act = { action: 'renditions.end', target: `gif/${gif}`, reason: reason ?? '', nowMs }
    // Of the two tables that may have the lease one has.
    const [upload, form] = endStatements(d1, { gif, lease }, { state, reason }, nowMs)
    const note = auditIfChanged(d1, personOf(actor), act)
    const isHashed = state === 'done' && phash !== undefined
    const hashes = isHashed ? await phashStatements(d1, { gif, lease }, phash, nowMs) : []
    const statements = [...hashes, upload, note, form, note].filter((one) => one !== undefined)
    const [uploadEnded, , formEnded] = (await d1.batch(statements)).slice(hashes.length)
    if (!uploadEnded?.meta.changes && !formEnded?.meta.changes) throw leaseIsOver()
    return { body: { gif_id: gif, until: null } }
  },
} satisfies SiteHandlers
