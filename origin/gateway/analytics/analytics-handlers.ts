import * as v from 'valibot'
import { parseInput } from '../../../shared/calls/call.ts'
import { Moment, optionalField, RecordId } from '../../../shared/calls/fields.ts'
import { InputError, MethodError } from '../../../shared/errors.ts'
import { OwnDay, SiteEventsSchema, shareAction } from '../../../shared/schema/own/gateway.ts'
import { parsePairs } from '../../../shared/server/body/parse-pairs.ts'
import { DAY_MS } from '../../../shared/time.ts'
import { daysIn } from '../../days.ts'
import { countActs } from '../../site/gif-pages/count-acts.ts'
import { ownItemFor } from '../../site/items.ts'
import { findRows, json } from '../../sql.ts'
import { createPayloads } from '../../stored-key.ts'
import type { GatewayHandlers, GatewayRequest } from '../gateway-request.ts'

/** An event's time may be off by this much, in ms, as a pingback's. */
const CLOCK_MS = DAY_MS

const Read = v.object({ gif_id: RecordId, since: optionalField(Moment), until: optionalField(Moment) })

const LIST = `
  SELECT gif_id, day, json_group_object(action, count) AS counts
    FROM day_counts WHERE gif_id = ?1 AND day BETWEEN ?2 AND ?3
   GROUP BY day ORDER BY day DESC`

const DayRow = v.object({ ...OwnDay.entries, counts: json(OwnDay.entries.counts) })

/** @throws InputError for a body that is not a batch of events */
async function eventsOf(request: Request) {
  const given: unknown = await request.json().catch(() => {
    throw new InputError('The body must be JSON', { events: 'must be a list' })
  })
  const events = Array.isArray(given) ? given : (given as { events?: unknown } | null)?.events
  return parseInput({ input: SiteEventsSchema }, { events }).events
}

/** Counts the events whose payload we made within the last day; the others are left out, as for pingbacks. */
async function countBatch(deps: GatewayRequest): Promise<void> {
  const { d1, nowMs } = deps
  const payloads = createPayloads(d1)
  const timely = (await eventsOf(deps.request)).filter(
    ({ ts }) => ts === undefined || Math.abs(ts - nowMs) <= CLOCK_MS,
  )
  const acts = await Promise.all(
    timely.map(async ({ action_type, analytics_response_payload }) => {
      const gifId = await payloads.read(analytics_response_payload, nowMs)
      return gifId === undefined ? [] : [{ gifId, action: action_type }]
    }),
  )
  await countActs(deps, acts.flat())
}

/** What was done with an item on each day, for its owner and staff. */
async function readDays({ d1, actor, request, nowMs }: GatewayRequest) {
  const input = parseInput({ input: Read }, parsePairs(new URL(request.url).searchParams))
  const range = daysIn(input, ['since', 'until'], nowMs)
  await ownItemFor({ d1, actor }, input.gif_id)
  const results = await findRows(DayRow, d1.prepare(LIST).bind(input.gif_id, ...range))
  return { body: { results, count: results.length } }
}

/** §7 The base of the analytics calls names none below it: every path takes batches of events and tells the counts. */
export const analyticsHandlers = {
  async analytics(deps) {
    if (deps.request.method === 'GET') return readDays(deps)
    if (deps.request.method !== 'POST') throw new MethodError('GET, POST, HEAD')
    await countBatch(deps)
    return {}
  },

  /** An item that is unknown, hidden or elsewhere gets the same answer, and counts nothing. */
  async shareAnalytics(deps, { shareType, gifId }) {
    await countActs(deps, [{ gifId, action: shareAction(shareType) }])
    return {}
  },
} satisfies GatewayHandlers
