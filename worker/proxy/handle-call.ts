import type { Context } from 'hono'
import type { Call } from '../../shared/calls/call.ts'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import { ownPath } from '../../shared/calls/own-path.ts'
import { parseInput } from '../../shared/calls/parse-input.ts'
import type { App } from '../app-types.ts'
import { requestOrigin } from '../http/every-request.ts'
import { assertWithinLimit } from '../http/rate-limit.ts'
import { noteTime } from '../http/read-context.ts'
import { assertConfigured } from '../upstreams/upstreams.ts'
import { type RequestCredentials, readCredentials, secretsOf, taggerKeys } from './credentials.ts'
import { findCall } from './find-call.ts'
import { forwardCall } from './forward-call.ts'
import { assertNoGuessing, noteAccepted } from './guess-limits.ts'
import { readBody } from './read-body.ts'
import { readInput, readRaw } from './read-input.ts'
import { assertOwnOrigin, assertOwnWrite } from './same-origin.ts'
import { assertMayCall, needsRoleCheck, rememberLogin } from './session-check.ts'
import { toResponse } from './to-response.ts'

type C = Context<App>

/**
 * Handles a call of the site, the gateway or the imaging service: finds its entry, reads the body within its bound, checks
 * credentials and input, and forwards it. All checks of our own come before the upstream, and cost it nothing.
 */
export async function handleCall(c: C): Promise<Response> {
  const url = new URL(c.req.url)
  const found = findCall(c.req.method, c.req.path, url.searchParams)
  const { call, name } = found
  c.set('route', ownPath(call))
  const isWrite = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  const body = isWrite ? await readBody(c.req.raw, call) : undefined
  const credentials: RequestCredentials = readCredentials(c.req.raw.headers)
  assertOwn(c, call, isWrite, credentials)
  if (isWrite && call.auth === 'none') await assertWithinLimit(c, 'PINGBACK_LIMIT', name)
  const input = parseInput(call, await readInput(c, found, url, body))

  const { upstreams, config } = c.get('services')
  const upstream = upstreams[call.upstream]
  assertConfigured(upstream)
  const keys = taggerKeys(call, config)
  await assertNoGuessing(c, found, input, credentials)
  const actor = needsRoleCheck(call) ? await assertMayCall(c, call, credentials) : undefined
  // Our keys never leave without the id of the user whom they are used for.
  if (keys && actor) credentials.tagger = { ...keys, user: actor.id }
  const checked = {
    call,
    input,
    credentials,
    actor,
    ownOrigin: c.get('publicUrl'),
    ...readRaw(c, call, url, body),
  }
  const start = Date.now()
  const response = await forwardCall(upstream, checked, (name, ms) => noteTime(c, name, ms))
  const isLogin = call === siteCalls.loginCheck
  const isAccepted = isLogin ? await rememberLogin(c, credentials, response, start) : response.ok
  if (actor || isAccepted) await noteAccepted(c, call, credentials)
  return toResponse(c, call, response, secretsOf(credentials))
}

// A call without credentials has nothing that another site could misuse; its origin counts all the same.
function assertOwn(c: C, { auth, upstream }: Call, isWrite: boolean, { csrf }: RequestCredentials): void {
  const { method, raw } = c.req
  const ownOrigins = [requestOrigin(c.req.url), c.get('publicUrl')]
  const sender = { method, headers: raw.headers, ownOrigins, csrfCookie: csrf }
  if (isWrite) assertOwnWrite(sender, auth !== 'none')
  // A fetch or a cut costs the service work: no other site may have a visitor start it.
  else if (upstream === 'imaging') assertOwnOrigin(sender)
}
