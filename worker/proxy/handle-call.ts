import type { Context } from 'hono'
import { type Call, ownPath } from '../../shared/calls/call.ts'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import { parseInput } from '../../shared/calls/parse-input.ts'
import { ownSiteCalls } from '../../shared/calls/site/own.ts'
import type { RawPart } from '../../shared/client/request.ts'
import { AppError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'
import { releaseLarge } from '../body/large-body.ts'
import { formWithFile } from '../body/received-file.ts'
import { requestOrigin } from '../http/every-request.ts'
import { addressOf, assertKeyWithinLimit, assertWithinLimit, networkOf } from '../http/rate-limit.ts'
import { noteTime } from '../http/read-context.ts'
import type { FoundCall } from '../http/routing/call-table.ts'
import type { SignedInActor } from '../upstreams/origin.ts'
import type { UpstreamResponse } from '../upstreams/send.ts'
import { assertConfigured } from '../upstreams/upstreams.ts'
import { type RequestCredentials, readCredentials, secretsOf, taggerKeys } from './credentials.ts'
import { findCall } from './find-call.ts'
import { forwardCall } from './forward-call.ts'
import { assertNoGuessAtTarget, assertNoGuessing, noteAccepted } from './guess-limits.ts'
import { readBody } from './read-body.ts'
import { assertImagingHosts, assertRawQuery, fieldsOfAddress, isInAddress, readRaw } from './read-input.ts'
import { assertOwnOrigin, assertOwnSession, assertOwnWrite } from './same-origin.ts'
import { callerOf, isBySession, isLookedUp, rememberLogin } from './session-check.ts'
import { toResponse } from './to-response.ts'

type C = Context<App>

/**
 * Handles a call of the site, the gateway or the imaging service. The order is a promise (T18): whether the service is
 * configured, where the request comes from, who makes it and how often, and only then its body. What these refuse costs
 * the upstream nothing, but for the site's word on who somebody is.
 */
export async function handleCall(c: C): Promise<Response> {
  const url = new URL(c.req.url)
  const found = findCall(c.req.method, c.req.path, url.searchParams)
  const { call } = found
  c.set('route', ownPath(call))
  assertExistsHere(c, found)
  const checked = await checkWithoutBody(c, found, url)
  try {
    const body = checked.isWrite ? await readBody(c.req.raw, call) : undefined
    const input = checked.input ?? inputOf(c, call, { ...body?.fields, ...found.params })
    await assertNoGuessAtTarget(c, found, input)
    const { takesFiles } = c.get('services').upstreams[call.upstream]
    const raw = { ...readRaw(c, call, url, body?.bytes), ...(!takesFiles && (await formWithFile(input))) }
    return await forward(c, call, { ...checked, input, ...raw })
  } finally {
    releaseLarge(c.req.raw)
  }
}

type Checked = {
  isWrite: boolean
  credentials: RequestCredentials
  actor: SignedInActor | undefined
  /** Of a call whose fields are in its address. */
  input: Record<string, unknown> | undefined
}

/** Everything that can be checked while nothing of the body is read. @param more a token that stands in the address */
export async function checkWithoutBody(
  c: C,
  found: FoundCall,
  url: URL,
  more: Pick<RequestCredentials, 'token'> = { token: undefined },
): Promise<Checked> {
  const { call } = found
  const { upstreams, config, identify } = c.get('services')
  const isWrite = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  if (isWrite) assertConfigured(upstreams[call.upstream])
  const sent = readCredentials(c.req.raw.headers, c.get('publicUrl'))
  const credentials: RequestCredentials = { ...sent, token: sent.token ?? more.token }
  assertOwn(c, call, isWrite, credentials)
  assertRawQuery(call, url)
  const input = isInAddress(call) ? inputOf(c, call, fieldsOfAddress(found, url)) : undefined
  // Bad input of a read is a 400 even without a service.
  assertConfigured(upstreams[call.upstream])
  const keys = taggerKeys(call, upstreams[call.upstream], config)
  const actor = (await checkCaller(c, found, isWrite, credentials))?.actor
  // A cut is work and a file of ours, as an upload is.
  if (call.upstream === 'imaging' && upstreams.imaging.takesFiles && actor) {
    await assertKeyWithinLimit(c, 'UPLOAD_LIMIT', actor.id)
  }
  // T41: a service elsewhere gets the id of whom the site knows. Our keys never leave without it.
  const isOurs = identify !== undefined && upstreams[call.upstream].namesItsCaller
  const isNamed = keys !== undefined || isOurs || isBySession(c, call, credentials)
  if (actor && isNamed) Object.assign(credentials, { tagger: keys, user: actor.id })
  return { isWrite, credentials, actor, input }
}

/** Who makes a call, whether they may, and not too often. */
export async function checkCaller(c: C, found: FoundCall, isWrite: boolean, credentials: RequestCredentials) {
  const { call, name } = found
  await assertNoGuessing(c, found, credentials)
  const caller = await callerOf(c, call, credentials)
  if (caller) await noteAccepted(c, call, credentials, caller.actor)
  if (isWrite && call.auth !== 'none') assertOwnSession(caller, credentials)
  if (isWrite && (call.auth === 'none' || call === siteCalls.gifAnalytic))
    await assertWithinLimit(c, 'PINGBACK_LIMIT', name)
  return caller
}

export function inputOf(c: C, call: Call, fields: Record<string, unknown>): Record<string, unknown> {
  const input = parseInput(call, fields)
  if (call.upstream === 'imaging') assertImagingHosts(input, c.get('services').config)
  return input
}

type Ready = Omit<Checked, 'input'> & { input: Record<string, unknown>; raw?: RawPart; rawType?: string }

async function forward(c: C, call: Call, ready: Ready): Promise<Response> {
  return toResponse(c, call, await sendCall(c, call, ready), secretsOf(ready.credentials))
}

/** Sends a checked call, and remembers whose session was good. */
export async function sendCall(c: C, call: Call, { isWrite: _, ...ready }: Ready): Promise<UpstreamResponse> {
  const { credentials, actor } = ready
  const start = Date.now()
  const upstream = c.get('services').upstreams[call.upstream]
  const visitor = {
    agent: c.req.header('User-Agent'),
    preferred: c.req.header('Accept-Language'),
    network: networkOf(addressOf(c)),
  }
  const checked = { call, ownOrigin: c.get('publicUrl'), ...visitor, ...ready }
  const response = await forwardCall(upstream, checked, (name, ms) => noteTime(c, name, ms))
  const isLogin = call === siteCalls.loginCheck
  const isAccepted = isLogin ? await rememberLogin(c, credentials, response, start) : response.ok
  if (!actor && isAccepted) await noteAccepted(c, call, credentials, actor)
  return response
}

/** The embedded site has calls that no other site has. @throws AppError 'not-found' */
export function assertExistsHere(c: C, { name, call }: FoundCall): void {
  if (!(name in ownSiteCalls) || c.get('services').upstreams[call.upstream].hasOwnCalls) return
  throw new AppError('not-found', 'There is no such call')
}

// A call without credentials has nothing that another site could misuse; its origin counts all the same.
function assertOwn(c: C, call: Call, isWrite: boolean, { csrf, token }: RequestCredentials): void {
  // A browser adds no token by itself: whoever sends one means it, and it counts before a session.
  if (token && c.get('services').identify && isLookedUp(c, call)) return
  const { auth, upstream } = call
  const { method, raw } = c.req
  const ownOrigins = [requestOrigin(c.req.url), c.get('publicUrl')]
  const sender = { method, headers: raw.headers, ownOrigins, csrfCookie: csrf }
  if (isWrite) assertOwnWrite(sender, auth !== 'none')
  // A fetch or a cut costs the service work: no other site may have a visitor start it.
  else if (upstream === 'imaging') assertOwnOrigin(sender)
}
