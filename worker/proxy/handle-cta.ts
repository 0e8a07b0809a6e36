import { parseInput } from '../../shared/calls/parse-input.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { CREDENTIAL_HEADERS, callRequest } from '../../shared/client/request.ts'
import { AppError, MethodError, RateLimitError } from '../../shared/errors.ts'
import { type AppContext, replyJson } from '../http/context.ts'
import { tokenOf } from '../http/credentials.ts'
import { takeFromBudget } from '../http/rate-limit.ts'
import { providerConfigs, readShownId } from '../provider/several/provider-configs.ts'
import { send } from '../upstreams/send.ts'
import { assertForeignToken, rememberToken } from './callers.ts'
import { handleCall } from './handle-call.ts'
import { readBody } from './read-input.ts'

type C = AppContext

const RETRY_AFTER_S = 60

/**
 * §7 A GIF's call to action. In our own library its owner or staff set it; a configured provider gets the caller's token,
 * and decides.
 */
export async function handleCta(c: C): Promise<Response> {
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
  if (!(await takeFromBudget(c))) {
    throw new RateLimitError('Too many requests: try again in a minute', RETRY_AFTER_S)
  }
  return passOn(c, method === 'PUT' ? providerCalls.setCta : providerCalls.deleteCta, token)
}

type CtaCall = typeof providerCalls.setCta | typeof providerCalls.deleteCta

async function passOn(c: C, call: CtaCall, token: string): Promise<Response> {
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
