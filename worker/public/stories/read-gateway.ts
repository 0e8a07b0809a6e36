import type { Context } from 'hono'
import * as v from 'valibot'
import { gatewayCalls } from '../../../shared/calls/gateway.ts'
import { parseInput } from '../../../shared/calls/parse-input.ts'
import { callRequest, upstreamHeaders } from '../../../shared/client/request.ts'
import { AppError, UpstreamError } from '../../../shared/errors.ts'
import { retryAfterOf } from '../../../shared/net/headers.ts'
import { parseJson } from '../../../shared/net/parse-json.ts'
import type { App } from '../../app-types.ts'
import { noteTime } from '../../http/read-context.ts'
import { familyOf } from '../../upstreams/breaker.ts'
import type { SignedInActor } from '../../upstreams/origin.ts'
import { send, textOf } from '../../upstreams/send.ts'

/** The reads that pages make. */
type Read = 'storyBySlug' | 'trendingStories' | 'partnerArtistStories' | 'userStories'

/** ms that a page waits: its first byte is due within 3 s. */
const PATIENCE_MS = 2500

type Response<Name extends Read> = v.InferOutput<(typeof gatewayCalls)[Name]['response']>

type Options = {
  /** Who reads, where that shows them more than others. */
  viewer?: SignedInActor
  /** ms, where the page does without it sooner. */
  deadline?: number
}

/**
 * Makes a read of the gateway, embedded or elsewhere, for a page. One elsewhere learns who reads by their id alone (T41).
 * @throws AppError: 'not-found' also where there is no gateway
 */
export async function readGateway<Name extends Read>(
  c: Context<App>,
  name: Name,
  fields: Record<string, unknown>,
  { viewer, deadline = PATIENCE_MS }: Options = {},
): Promise<Response<Name>> {
  const upstream = c.get('services').upstreams.gateway
  if (!upstream.transport) throw new AppError('not-found', 'There are no stories here')
  const call = gatewayCalls[name]
  const input = parseInput(call, fields)
  const publicUrl = c.get('publicUrl')
  const user = upstream.namesItsCaller ? viewer?.id : undefined
  const base = upstream.linksToUs ? publicUrl : upstream.base
  const headers = upstreamHeaders(call, { user }, publicUrl)
  const make = (signal: AbortSignal) => callRequest(call, input, { base, headers, signal })
  const response = await send(upstream, make, {
    deadline,
    noteTime: (of, ms) => noteTime(c, of, ms),
    breakerCall: { family: familyOf(call), request: JSON.stringify([input, user]) },
    ...(viewer && { actor: viewer }),
  })
  const { ok, status } = response
  if (!ok) {
    throw new UpstreamError('The stories could not be read', {
      status,
      retryAfter: retryAfterOf(response.headers),
      // What somebody may not see is not there.
      ...((status === 401 || status === 403) && { kind: 'not-found' }),
    })
  }
  const { success, output } = v.safeParse(call.response, parseJson(textOf(response), call.path, status))
  if (!success)
    throw new UpstreamError('The gateway answered with something else', { status, kind: 'upstream' })
  // The name pairs a call with its response, which the compiler can't follow through a union.
  return output as Response<Name>
}
