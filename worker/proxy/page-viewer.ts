import type { Context } from 'hono'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import type { App } from '../app-types.ts'
import type { SignedInActor } from '../upstreams/origin.ts'
import { readCredentials } from './credentials.ts'
import { assertNoGuessing, noteAccepted } from './guess-limits.ts'
import { identify } from './session-check.ts'

const FOUND = { name: 'loginCheck', call: siteCalls.loginCheck, params: {} }

/**
 * Whose session a page's request has, at the embedded site or at one elsewhere; undefined for nobody.
 * @throws RateLimitError where somebody guesses sessions
 */
export async function pageViewer(c: Context<App>): Promise<SignedInActor | undefined> {
  const credentials = {
    ...readCredentials(c.req.raw.headers, c.get('publicUrl')),
    token: undefined,
    password: undefined,
  }
  await assertNoGuessing(c, FOUND, credentials)
  const actor = (await identify(c, FOUND.call, credentials))?.actor
  if (actor) await noteAccepted(c, FOUND.call, credentials, actor)
  return actor
}
