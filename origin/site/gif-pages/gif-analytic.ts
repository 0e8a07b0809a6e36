import { InputError } from '../../../shared/errors.ts'
import { ACTIONS } from '../../../shared/schema/own/gateway.ts'
import { assertSeen } from '../seen-gif.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { countActs } from './count-acts.ts'

/** `copy-link` is `COPY_LINK`. @throws InputError */
function actionOf(type: string) {
  const action = ACTIONS.find((each) => each === type.toUpperCase().replaceAll('-', '_'))
  if (action) return action
  const message = `type must be one of ${ACTIONS.map(nameOf).join(', ')}`
  throw new InputError(message, { type: message })
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
