import { Hono } from 'hono'
import type { App } from '../app-types.ts'

/** Where the site's calls, the gateway and the imaging service are found (`contract.md`). */
const FAMILIES = ['/login/check', '/users/*', '/ajax/*', '/api/*', '/gateway/*', '/imaging/*']

/**
 * §7 The calls of people with credentials. What answers them, the catalogue included, is loaded by the first of them: an
 * embed's request never pays for it.
 */
export const proxiedCalls = new Hono<App>()

for (const family of FAMILIES) {
  proxiedCalls.all(family, async (c) => {
    const { answerCall } = await import('../proxy/answer-call.ts')
    return answerCall(c)
  })
}
