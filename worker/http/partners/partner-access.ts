import type { Context, Next } from 'hono'
import type { App } from '../../app-types.ts'
import { lazyModule } from '../lazy-module.ts'

const gate = lazyModule(() => import('./partner-gate.ts'))

/** Lets a request to the API pass, with what its key may read. Where the API is open (`API_ACCESS`), every one passes. */
export async function admitPartner(c: Context<App>, key: string | undefined): Promise<void> {
  if (c.get('services').config.API_ACCESS === 'keys') await (await gate()).admit(c, key)
}

/** The same before a route, with the key of a field of the query. */
export const withPartnerKey =
  (field: 'api_key' | 'key') =>
  async (c: Context<App>, next: Next): Promise<void> => {
    await admitPartner(c, c.req.query(field))
    await next()
  }
