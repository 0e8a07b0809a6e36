import type { gatewayCalls } from '../../shared/calls/gateway.ts'
import { momentMs } from '../../shared/calls/moment.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { MAX_IDS } from '../../shared/limits.ts'
import { isoTime } from '../../shared/time.ts'
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

/**
 * A point in time as rows have it: ISO 8601 in UTC, to the millisecond. A time without a zone is in UTC.
 * @param at ISO 8601, or seconds since 1970 (`Moment` of `shared/calls/fields.ts`)
 * @throws InputError for a day that is in no calendar, or after 2199
 */
export function momentOf(at: string | number, field: string): string {
  const ms = momentMs(at)
  if (ms >= 0 && ms < LAST_MS) return isoTime(ms)
  throw fieldError(field, `${field} is no date and time between 1970 and 2199`)
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
