import { RateLimitError } from '../../../shared/errors.ts'
import { attempt } from '../../upstreams/deadline.ts'
import type { StoredFailure } from './stored-failure.ts'

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
