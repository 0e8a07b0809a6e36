import type { Call } from '../../shared/calls/call.ts'
import { UpstreamError } from '../../shared/errors.ts'
import { familyOf, OPEN_S } from '../upstreams/breaker.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { BREAKER_OPEN } from './cache/layered-cache.ts'
import { isWithinBudget, type MayLoad, overBudget } from './cache/load-budget.ts'
import { isDown, toStoredFailure } from './cache/stored-failure.ts'

type Reading = {
  upstream: Pick<Upstream, 'cacheBreaker' | 'failsAsOurs'>
  call: Call
  input: Record<string, unknown>
  mayLoad: MayLoad | undefined
  load: () => Promise<string>
}

const refused = ({ failsAsOurs }: Reading['upstream']) =>
  new UpstreamError(BREAKER_OPEN.message, {
    ...BREAKER_OPEN,
    kind: failsAsOurs ? 'unavailable' : 'upstream',
    retryAfter: OPEN_S,
  })

/**
 * Reads what no copy stands in for, such as a random item. The same few requests come again and again, which their own
 * breaker counts once (T44): so a provider that responds to no other call either is not asked.
 * @throws what `load` throws, or UpstreamError where it is not asked; RateLimitError over the budget
 */
export async function withoutCopies({ upstream, call, input, mayLoad, load }: Reading): Promise<string> {
  const { cacheBreaker: breaker } = upstream
  const own = { family: familyOf(call), request: JSON.stringify(input) }
  // As with copies, a budget pays for no read that is not made, and who is over it takes no probe's place.
  if (breaker?.isDead() || breaker?.isOpen(own.family)) throw refused(upstream)
  if (mayLoad && !(await isWithinBudget(mayLoad))) throw overBudget()
  if (breaker?.allows(own) === false) throw refused(upstream)
  try {
    const text = await load()
    breaker?.report(own, false)
    return text
  } catch (error) {
    breaker?.report(own, isDown(toStoredFailure(error)))
    throw error
  }
}
