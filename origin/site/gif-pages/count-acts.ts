import { isbot } from 'isbot'
import type { Action } from '../../../shared/schema/own/gateway.ts'
import { countEvents } from '../../counters.ts'
import type { SiteRequest } from '../site-handlers.ts'

const AGENT_MAX = 512

type Deps = Pick<SiteRequest, 'd1' | 'hashVisitor' | 'headers' | 'nowMs'>

/**
 * Counts what a request says was done with items: as pingbacks are counted, once an hour for its network, item and action,
 * and nothing of a bot.
 */
export async function countActs(
  { d1, hashVisitor, headers, nowMs }: Deps,
  acts: readonly { gifId: string; action: Action }[],
): Promise<void> {
  if (acts.length === 0 || isbot((headers.get('User-Agent') ?? '').slice(0, AGENT_MAX))) return
  const visitor = await hashVisitor(headers.get('Visitor-Network') ?? '')
  await countEvents(
    d1,
    acts.map((act) => ({ ...act, visitor, atMs: nowMs })),
    nowMs,
  )
}
