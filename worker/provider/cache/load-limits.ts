import type { Call } from '../../../shared/calls/call.ts'
import { RateLimitError, UpstreamError } from '../../../shared/errors.ts'
import { attempt } from '../../../shared/server/deadline.ts'
import { familyOf, OPEN_S } from '../../upstreams/breaker.ts'
import type { Upstream } from '../../upstreams/upstreams.ts'
import { isDown, type StoredFailure, toStoredFailure } from './envelope.ts'

/** Whether the upstream may be called for a request. It counts this call. */
export type MayLoad = () => Promise<boolean>

/** Seconds. The period of the limits in `wrangler.toml`. */
const BUDGET_S = 60

/** ms. Like a limit that fails, one that is late limits nothing. */
const LIMIT_MS = 250

/** A refusal as an outcome of the cache. It says nothing about the upstream and is never stored. */
export const OVER_BUDGET: StoredFailure = { kind: 'rate-limited', status: 429, message: '' }

/** The same refusal as the visitor gets it. */
export const overBudget = () => new RateLimitError('Too many requests: try again in a minute', BUDGET_S)

export const isWithinBudget = async (mayLoad: MayLoad): Promise<boolean> =>
  (await attempt(LIMIT_MS, mayLoad)) !== false

/** What a breaker refuses fails as the provider did a moment ago: the kind is the same. */
export const BREAKER_OPEN = {
  status: 503,
  statusText: 'Service Unavailable',
  message: 'The provider is failing; it is asked again in a few seconds',
}

const refused = ({ failsAsOurs }: Pick<Upstream, 'failsAsOurs'>) =>
  new UpstreamError(BREAKER_OPEN.message, {
    ...BREAKER_OPEN,
    kind: failsAsOurs ? 'unavailable' : 'upstream',
    retryAfter: OPEN_S,
  })

type Loading<T> = {
  upstream: Pick<Upstream, 'cacheBreaker' | 'failsAsOurs'>
  call: Call
  input: Record<string, unknown>
  mayLoad: MayLoad | undefined
  load: () => Promise<T>
}

/**
 * Reads what no copy can replace, such as a random item. The same few requests come again and again, which their own
 * breaker counts once (T44): so a provider that responds to no other call either is not asked.
 * @throws what `load` throws, or UpstreamError where it is not asked; RateLimitError over the budget
 */
export async function withoutCopies<T>({ upstream, call, input, mayLoad, load }: Loading<T>): Promise<T> {
  const { cacheBreaker: breaker } = upstream
  const own = { family: familyOf(call), request: JSON.stringify(input) }
  // As with copies, a budget pays for no read that is not made, and who is over it takes no probe's place.
  if (breaker?.isDead() || breaker?.isOpen(own.family)) throw refused(upstream)
  if (mayLoad && !(await isWithinBudget(mayLoad))) throw overBudget()
  if (breaker?.allows(own) === false) throw refused(upstream)
  try {
    const loaded = await load()
    breaker?.report(own, false)
    return loaded
  } catch (error) {
    breaker?.report(own, isDown(toStoredFailure(error)))
    throw error
  }
}
