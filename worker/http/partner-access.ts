import type { Next } from 'hono'
import { lazyModule } from '../../shared/server/lazy-module.ts'
import type { AppContext } from './context.ts'

const gate = lazyModule(() => import('./partner-gate.ts'))

/** Lets a request to the API go on, with what its key may read. Where the API is open (`API_ACCESS`), every one goes on. */
export async function asPartner<T>(c: AppContext, key: string | undefined, goOn: () => Promise<T>) {
  return c.get('services').config.API_ACCESS === 'keys' ? (await gate()).pass(c, key, goOn) : goOn()
}

export type KeyField = 'api_key' | 'key'

/** The same before a route, with the key of a field of the query. */
export const withPartnerKey =
  (field: KeyField) =>
  (c: AppContext, next: Next): Promise<void> =>
    asPartner(c, c.req.query(field), next)
