import type { gatewayCalls } from '../../shared/calls/gateway.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { MAX_IDS } from '../../shared/limits.ts'
import type { HandlersOf } from '../site/call-origin.ts'
import type { SiteDeps, SiteRequest } from '../site/site-handlers.ts'

/** What the gateway's handlers work with: what the site's do, and the request of one call. */
export type GatewayRequest = SiteRequest

/** A handler for each of the gateway's calls. */
export type AllGatewayHandlers = HandlersOf<typeof gatewayCalls, SiteDeps>

/** Handlers of some of them. */
export type GatewayHandlers = Partial<AllGatewayHandlers>

/** The publication time of what is not published: after all others. */
export const NEVER = '9999-12-31T23:59:59.999Z'

const LAST_MS = Date.UTC(2200, 0)

const HAS_ZONE = /(Z|[+-]\d\d:?\d\d)$/

/**
 * A point in time as rows have it: ISO 8601 in UTC, to the millisecond. A time without a zone is in UTC.
 * @param at ISO 8601, or seconds since 1970 (`Moment` of `shared/calls/fields.ts`)
 * @throws InputError for a day that is in no calendar, or after 2199
 */
export function momentOf(at: string | number, field: string): string {
  const ms = /^\d+$/.test(String(at)) ? Number(at) * 1000 : parseDate(String(at))
  if (ms >= 0 && ms < LAST_MS) return new Date(ms).toISOString()
  throw fieldError(field, `${field} is no date and time between 1970 and 2199`)
}

// The platform reads a time without a zone as local, and 30 February as 2 March.
function parseDate(text: string): number {
  const [date = '', time = '00:00Z'] = text.split(/[T ]/)
  const midnight = Date.parse(`${date}T00:00Z`)
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return Number.NaN
  return Date.parse(`${date}T${HAS_ZONE.test(time) ? time : `${time}Z`}`)
}

/** A row's time in a response: '' for never. */
export const momentJson = (at: string): string => (at === NEVER ? '' : at)

/** The GIFs of these ids that everyone may see, in the provider's shape, by id. Visitors share one budget (T44). */
export async function publicGifs(
  { gifs, actor, publicUrl }: Pick<GatewayRequest, 'gifs' | 'actor' | 'publicUrl'>,
  ids: Iterable<string>,
): Promise<Map<string, unknown>> {
  if (!gifs) throw new AppError('unavailable', 'There are no GIFs here')
  const once = [...new Set(ids)]
  const reader = { person: actor.role === 'visitor' ? 'visitor' : actor.id, publicUrl }
  const chunks = Array.from({ length: Math.ceil(once.length / MAX_IDS) }, (_, n) =>
    once.slice(n * MAX_IDS, (n + 1) * MAX_IDS),
  )
  const found = await Promise.all(chunks.map((chunk) => gifs.shown(chunk, reader)))
  return new Map(found.flat().map((gif) => [String((gif as { id: unknown }).id), gif]))
}
