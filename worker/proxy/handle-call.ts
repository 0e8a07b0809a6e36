import * as v from 'valibot'
import { type Call, ownPath, parseInput } from '../../shared/calls/call.ts'
import { ownSiteCalls, proxiedCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import { gatewayCalls } from '../../shared/calls/gateway.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { CREDENTIAL_HEADERS, callRequest } from '../../shared/client/request.ts'
import { AppError, MethodError, RateLimitError } from '../../shared/errors.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { releaseBody } from '../../shared/server/body/hold.ts'
import { createCallTable, type FoundCall } from '../../shared/server/call-table.ts'
import { type AppContext, replyJson } from '../http/context.ts'
import { readCredentials, tokenOf } from '../http/credentials.ts'
import { takeFromBudget } from '../http/rate-limit.ts'
import { providerConfigs, readShownId } from '../provider/several/provider-configs.ts'
import { send, textOf } from '../upstreams/send.ts'
import { admit, assertFrom, checkedInput, pageCredentials, senderOf } from './access.ts'
import { assertForeignToken, isOwnToken, rememberToken, sendCall } from './callers.ts'
import { type ReadBody, readBody } from './read-body.ts'
import { ownCookies, toResponse } from './to-response.ts'

type Bytes = ReadBody['bytes']

const findIn = createCallTable(proxiedCalls as Record<keyof typeof proxiedCalls, Call>, ownPath)

/** Finds the call that a request makes, by its path on our own host. @throws AppError 'not-found', MethodError */
export function findCall(c: AppContext, address: URL): FoundCall {
  const found = findIn(c.req.method, c.req.path, address.searchParams)
  c.set('route', ownPath(found.call))
  return found
}

/**
 * Handles a call of the site, the gateway or the imaging service: whether it may be made (`access.ts`), and only then its
 * body (T18).
 */
export async function handleCall(c: AppContext): Promise<Response> {
  const { raw } = c.req
  const address = new URL(c.req.url)
  const found = findCall(c, address)
  const { call, params } = found
  const credentials = readCredentials(raw.headers, c.get('publicUrl'))
  const isWrite = raw.method !== 'GET' && raw.method !== 'HEAD'
  const caller = await admit(c, found, { address, credentials, isWrite })
  try {
    const by = caller.actor?.id ?? caller.browser.network
    const body = isWrite ? await readBody(raw, call, by) : undefined
    const read = { ...body?.fields, ...params }
    const input = caller.input ?? checkedInput(call, read, c.get('services').config)
    const rest = call.encoding === 'raw' ? rawPart(raw, address, body?.bytes) : {}
    const response = await sendCall(c, found, caller, { input, ...rest })
    return toResponse(c, call, response)
  } finally {
    releaseBody(raw)
  }
}

const RAW_TYPES = /^(application\/json|application\/x-www-form-urlencoded|text\/plain)(;|$)/i

/** Method, query and body of a raw call: they are forwarded as they are. */
function rawPart({ method, headers }: Request, { search }: URL, body: Bytes | undefined) {
  const type = headers.get('Content-Type') ?? ''
  return {
    raw: { method: method === 'HEAD' ? 'GET' : method, search, ...(body?.byteLength && { body }) },
    ...(RAW_TYPES.test(type) && { rawType: type }),
  }
}

const CALLS = { ...siteCalls, ...ownSiteCalls, ...gatewayCalls }
type CallName = keyof typeof CALLS

/** What a page gets of a call that it has made. */
type Made<Name extends CallName> = {
  body: v.InferOutput<(typeof CALLS)[Name]['response']>
  /** The site's cookies, as our own response sets them. */
  cookies: string[]
  /** The `csrftoken` of the session that made it. */
  csrf: string | undefined
}

/**
 * Makes a call of the site or the gateway for who requests a page, with every check of `handleCall` but those of its body, which
 * `readForm` has made. It is made by the session alone.
 * @param password the header of §6, for the calls that take one.
 * @throws AppError; a Refusal is the site's own.
 */
export async function pageCall<Name extends CallName>(
  c: AppContext,
  name: Name,
  fields: Record<string, unknown>,
  password?: string,
): Promise<Made<Name>> {
  const call: Call = CALLS[name]
  const params = typeof fields.id === 'string' ? { id: fields.id } : {}
  const found = { name, call, params }
  const credentials = pageCredentials(c, password)
  const caller = await admit(c, found, { isWrite: call.method !== 'GET', credentials })
  const input = parseInput(call, fields)
  const response = await sendCall(c, found, caller, { input })
  return {
    body: v.parse(CALLS[name].response, jsonOrNothing(textOf(response))),
    cookies: ownCookies(c, response.headers),
    csrf: caller.csrf,
  }
}

/** Whether uploads have a place here: a library of our own, and people. */
export const hasUploads = (c: AppContext): boolean => {
  const { provider, site } = c.get('services').upstreams
  return provider.takesFiles && site.hasAccounts
}

/** A form does not repeat its browser's `csrftoken`: the cookie has ended since, or the form is not ours. */
export class FormTokenError extends AppError {
  override readonly name = 'FormTokenError'

  constructor() {
    super('forbidden', 'The form has no token of this browser')
  }
}

/** T19: a form is posted by our own pages. @throws AppError 'forbidden' where a browser says that it is another site's */
export function assertOwnForm(c: AppContext): void {
  assertFrom('own', senderOf(c, { csrf: undefined }))
}

/**
 * Reads a form of at most 16 KB, whose field `csrf` repeats the `csrftoken`. Fields that are no single text are left out.
 * @throws FormTokenError, or AppError
 */
export async function readForm(c: AppContext): Promise<Record<string, string>> {
  const { raw } = c.req
  const publicUrl = c.get('publicUrl')
  try {
    const { fields } = await readBody(raw, { encoding: 'form' })
    const texts = Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    const { csrf = '', ...form } = Object.fromEntries(texts)
    if (!isOwnToken(csrf, readCredentials(raw.headers, publicUrl).csrf)) throw new FormTokenError()
    return form
  } finally {
    releaseBody(raw)
  }
}

const RETRY_AFTER_S = 60

/**
 * §7 A GIF's call to action. In our own library its owner or staff set it; a configured provider gets the caller's token,
 * and decides.
 */
export async function handleCta(c: AppContext): Promise<Response> {
  const { method } = c.req
  if (method !== 'PUT' && method !== 'DELETE') throw new MethodError('PUT, DELETE')
  if (c.get('services').upstreams.provider.knowsOwners) return handleCall(c)
  const { config } = c.get('services')
  const isAnothers =
    providerConfigs(config).length > 1 && readShownId(c.req.param('id') ?? '')?.provider !== '1'
  if (config.PROVIDER_SHAPE !== 'giphy' || isAnothers) {
    throw new AppError('not-implemented', 'The provider takes no calls to action')
  }
  const token = tokenOf(c.req.raw.headers)
  // A browser adds no token by itself, so no other site can make this call for someone.
  if (!token) throw new AppError('unauthorized', 'This call needs a token of the provider')
  await assertForeignToken(c, token)
  if (!(await takeFromBudget(c, 'key'))) {
    throw new RateLimitError('Too many requests: try again in a minute', RETRY_AFTER_S)
  }
  return passOn(c, method === 'PUT' ? providerCalls.setCta : providerCalls.deleteCta, token)
}

type CtaCall = typeof providerCalls.setCta | typeof providerCalls.deleteCta

async function passOn(c: AppContext, call: CtaCall, token: string): Promise<Response> {
  const { upstreams, config } = c.get('services')
  const body = call.method === 'PUT' ? await readBody(c.req.raw, call) : undefined
  const input = parseInput(call, { ...body?.fields, id: c.req.param('id') })
  const headers = { Accept: 'application/json', [CREDENTIAL_HEADERS.token]: `Token ${token}` }
  const query: Record<string, string> = config.PROVIDER_KEY ? { api_key: config.PROVIDER_KEY } : {}
  const { base } = upstreams.provider
  const { ok, status } = await send(upstreams.provider, (signal) =>
    callRequest(call, input, { base, headers, query, signal }),
  )
  if (!ok) throw refusal(status)
  await rememberToken(c.get('services'), token)
  const meta = { status: 200, msg: 'OK', response_id: c.get('requestId') }
  return replyJson(c, { data: {}, meta }, 200, { 'Cache-Control': 'no-store' })
}

// The provider's own words stay there: they may repeat the key.
function refusal(status: number): AppError {
  if (status === 404) return new AppError('not-found', 'The provider has no such item')
  if (status === 401 || status === 403) return new AppError('forbidden', 'The provider refuses this token')
  return new AppError('upstream', `The provider refuses this call with ${status}`)
}
