import { isbot } from 'isbot'
import { fieldError } from '../../../shared/errors.ts'
import { ACTIONS, type Action } from '../../../shared/schema/own/gateway.ts'
import { countEvents } from '../../counters.ts'
import { assertSeen } from '../items.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'

const AGENT_MAX = 512

type Deps = Pick<SiteRequest, 'd1' | 'hashVisitor' | 'headers' | 'nowMs'>

/** Counts what a request says was done with items, as pingbacks are counted, and nothing of a bot. */
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

/** `copy-link` is `COPY_LINK`. @throws InputError */
function actionOf(type: string) {
  const action = ACTIONS.find((each) => each === type.toUpperCase().replaceAll('-', '_'))
  if (action) return action
  throw fieldError('type', `type must be one of ${ACTIONS.map(nameOf).join(', ')}`)
}

const nameOf = (action: string) => action.toLowerCase().replaceAll('_', '-')

/** §7 What visitors do with an item is counted by day; its owner and staff read it at the gateway. */
export const analyticHandlers = {
  async gifAnalytic(deps, { id, type }) {
    const action = actionOf(type)
    await assertSeen(deps, id)
    await countActs(deps, [{ gifId: id, action }])
    return {}
  },
} satisfies SiteHandlers
