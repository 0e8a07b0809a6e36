import * as v from 'valibot'
import type { gatewayCalls } from '../../../shared/calls/gateway.ts'
import { fieldError } from '../../../shared/errors.ts'
import { auditIfChanged, personOf } from '../../site/actor.ts'
import { findRows, foundRows, json } from '../../sql.ts'
import { type GatewayHandlers, type GatewayRequest, momentOf, publicGifs } from '../gateway-request.ts'

type Given = v.InferOutput<typeof gatewayCalls.createSchedule.input>['gifs']

/** Rows of a list at most, and of the activity. */
const MAX_ROWS = 100
const MAX_OFFSET = 10_000

const EntryRow = v.pipe(
  v.object({ id: v.string(), is_sticker: v.number(), type: v.string(), timestamp: v.string() }),
  v.transform((entry) => ({ ...entry, is_sticker: entry.is_sticker === 1 })),
)
const ActivityRow = v.object({
  id: v.pipe(v.number(), v.transform(String)),
  action: v.string(),
  username: v.string(),
  timestamp: v.string(),
  gifs: json(v.array(EntryRow)),
})

/** Entries as JSON, each GIF once: `id`, `is_sticker` (0 or 1), `type`, `timestamp`. A bare id is a GIF's. */
function entriesOf(gifs: Given, timestamp: string) {
  const entries = gifs.map((given) => {
    const { id, is_sticker = false, type } = typeof given === 'string' ? { id: given } : given
    const kind = type ?? (is_sticker ? 'sticker' : 'gif')
    return { id, is_sticker: is_sticker || kind === 'sticker' ? 1 : 0, type: kind, timestamp }
  })
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

// In these ?1 is the list of entries and ?2 their time.
const THERE = "SELECT 1 FROM scheduled_gifs WHERE gif_id = e.value ->> 'id' AND at = ?2"

const activity = (action: 'create' | 'delete', kind: 'EXISTS' | 'NOT EXISTS') => `
  INSERT INTO scheduler_activity (action, username, at, gifs)
  SELECT '${action}', (SELECT username FROM users WHERE id = ?3), ?4, json_group_array(json(e.value))
    FROM json_each(?1) AS e WHERE ${kind} (${THERE})
  HAVING count(*) > 0`

// What is there already writes neither row: a repetition changes nothing.
const CREATE = `
  INSERT INTO scheduled_gifs (gif_id, at, type, is_sticker)
  SELECT e.value ->> 'id', ?2, e.value ->> 'type', e.value ->> 'is_sticker' FROM json_each(?1) AS e WHERE true
      ON CONFLICT DO NOTHING`

const DELETE = `DELETE FROM scheduled_gifs WHERE at = ?2 AND gif_id IN (SELECT value ->> 'id' FROM json_each(?1))`

const COLUMNS = 'SELECT gif_id AS id, is_sticker, type, at AS timestamp FROM scheduled_gifs'
const CREATED = `${COLUMNS} WHERE at = ?2 AND gif_id IN (SELECT value ->> 'id' FROM json_each(?1)) ORDER BY scheduled_gifs.id`
const PENDING = 'WHERE done_at IS NULL AND type = ?1'
const LIST = `${COLUMNS} ${PENDING} ORDER BY at, scheduled_gifs.id LIMIT ?2 OFFSET ?3`
// A count would read every entry: triggers keep it.
const COUNT = "SELECT total(items) AS n FROM list_counts WHERE list = 'schedule/' || ?1"
const ACTIVITY = `
  SELECT id, action, username, at AS timestamp, gifs FROM scheduler_activity ORDER BY id DESC LIMIT ${MAX_ROWS}`

/** The note of a change to the schedule, right behind the scheduler's row: without one there was no act. */
function noteOf(
  { d1, actor, nowMs }: GatewayRequest,
  action: string,
  entries: readonly { id: string }[],
  at: string,
) {
  const ids = entries.map(({ id }) => id).join(', ')
  const act = { action, target: `schedule/${at}`, reason: ids.slice(0, 500), nowMs }
  return auditIfChanged(d1, personOf(actor), act)
}

/** §7 The scheduler of trending GIFs, for staff. The cron does what is due (`publish-due.ts`). */
export const scheduleHandlers = {
  async createSchedule(request, { gifs, timestamp }) {
    const { d1, actor, nowMs } = request
    const at = momentOf(timestamp, 'timestamp')
    const entries = entriesOf(gifs, at)
    const shown = await publicGifs(
      request,
      entries.map(({ id }) => id),
    )
    const missing = entries.find(({ id }) => !shown.has(id))
    if (missing) {
      throw fieldError('gifs', `gifs has an id that no GIF has: ${missing.id}`)
    }
    const list = JSON.stringify(entries)
    const act = [personOf(actor).id, new Date(nowMs).toISOString()]
    const [, , , created] = await d1.batch([
      d1.prepare(activity('create', 'NOT EXISTS')).bind(list, at, ...act),
      noteOf(request, 'schedule.create', entries, at),
      d1.prepare(CREATE).bind(list, at),
      d1.prepare(CREATED).bind(list, at),
    ])
    const results = foundRows(EntryRow, created)
    return { body: { results, count: results.length } }
  },

  async schedule({ d1 }, { limit, offset, type }) {
    const page = [Math.min(Math.max(limit, 1), MAX_ROWS), Math.min(offset, MAX_OFFSET)]
    const [rows, total] = await d1.batch<{ n: number }>([
      d1.prepare(LIST).bind(type, ...page),
      d1.prepare(COUNT).bind(type),
    ])
    const count = total?.results[0]?.n ?? 0
    return { body: { results: foundRows(EntryRow, rows), count } }
  },

  async deleteSchedule(request, { gifs, timestamp }) {
    const { d1, actor, nowMs } = request
    const at = momentOf(timestamp, 'timestamp')
    const entries = entriesOf(gifs, at)
    const list = JSON.stringify(entries)
    await d1.batch([
      d1
        .prepare(activity('delete', 'EXISTS'))
        .bind(list, at, personOf(actor).id, new Date(nowMs).toISOString()),
      noteOf(request, 'schedule.delete', entries, at),
      d1.prepare(DELETE).bind(list, at),
    ])
    return {}
  },

  async schedulerActivity({ d1 }) {
    return { body: { results: await findRows(ActivityRow, d1.prepare(ACTIVITY)) } }
  },
} satisfies GatewayHandlers
