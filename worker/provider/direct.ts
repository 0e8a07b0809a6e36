import type { DirectApi } from '../../shared/direct.ts'
import { AppError } from '../../shared/errors.ts'
import type { Config } from '../env.ts'
import { createGate } from './gone/gate.ts'
import type { GoneIds } from './gone/gone-ids.ts'
import type { Provider, ReadContext } from './provider.ts'

type Waiting = Pick<ReadContext, 'waitUntil'>

/** A provider that pages call from the browser: nothing of it passes through here, or is kept (`docs/providers.md`, Terms). */
export type Direct = DirectApi & {
  /** @throws AppError 'removed' or 'not-found' for an item that was taken down or hidden here */
  assertOpen(id: string, context: Waiting): Promise<void>
  /** Which of these ids are there for everybody. */
  openIds: Provider['openIds']
  /** Stands for its reads: each fails, and none leaves for the provider. */
  provider: Provider
}

/** The provider of the configuration, which `isDirect` has found to be one. */
export function createDirect({ PROVIDER_URL, PROVIDER_KEY }: Config, gone: GoneIds | undefined): Direct {
  const gate = createGate(gone)
  const openIds: Direct['openIds'] = (ids, { waitUntil }) =>
    gate.during(waitUntil, async () => new Set(ids.filter((id) => gate.isOpen(id))))
  // Each read fails in the same way, whatever it would give.
  const fails = async (): Promise<never> => {
    throw new AppError('not-implemented', 'Browsers alone call the provider')
  }
  const renew = async () => void (await gone?.sync())
  return {
    url: PROVIDER_URL,
    key: PROVIDER_KEY,
    assertOpen: (id, { waitUntil }) => gate.during(waitUntil, async () => gate.assertOpen({ id })),
    openIds,
    provider: {
      read: fails,
      gif: fails,
      call: fails,
      parsed: fails,
      openIds,
      refresh: renew,
      renew,
      held: async () => [],
    },
  }
}
