import * as v from 'valibot'
import { type Call, parseInput } from '../../../shared/calls/call.ts'
import { callRequest, upstreamHeaders } from '../../../shared/client/request.ts'
import { AppError, UpstreamError } from '../../../shared/errors.ts'
import { retryAfterOf } from '../../../shared/net/headers.ts'
import { parseJson } from '../../../shared/net/parse-json.ts'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { type AppContext, noteTime } from '../../http/context.ts'
import { lruOfEach } from '../../memory.ts'
import { familyOf } from '../../upstreams/breaker.ts'
import { send, textOf } from '../../upstreams/send.ts'

/** ms that a page waits: its first byte is due within 3 s. */
const PATIENCE_MS = 2500

type Options = {
  /** Who reads, where that shows them more than others. */
  viewer?: SignedInActor
  /** ms, where the page does without it sooner. */
  deadline?: number
}

/** A service's own name in messages. */
const NAMES = { site: 'site', gateway: 'stories' } as const

type ReadCall<S extends v.GenericSchema> = Omit<Call, 'response'> & { response: S }

/**
 * Makes a read of the site or the gateway, embedded or elsewhere, for a page. One elsewhere learns who reads by their id
 * alone (T41).
 * @throws AppError: 'not-found' where it is not there, or there is no such service; UpstreamError where the read failed
 */
export async function readService<S extends v.GenericSchema>(
  c: AppContext,
  call: ReadCall<S>,
  fields: Record<string, unknown>,
  { viewer, deadline = PATIENCE_MS }: Options = {},
): Promise<v.InferOutput<S>> {
  const service = call.upstream === 'gateway' ? 'gateway' : 'site'
  const upstream = c.get('services').upstreams[service]
  if (!upstream.transport) throw new AppError('not-found', `There is no ${service} here`)
  const input = parseInput(call, fields)
  const publicUrl = c.get('publicUrl')
  const user = upstream.namesItsCaller ? viewer?.id : undefined
  const base = upstream.linksToUs ? publicUrl : upstream.base
  const headers = upstreamHeaders(call, { user }, publicUrl)
  const make = (signal: AbortSignal) => callRequest(call, input, { base, headers, signal })
  const response = await send(upstream, make, {
    isRead: true,
    deadline,
    noteTime: (of, ms) => noteTime(c, of, ms),
    breakerCall: { family: familyOf(call), request: JSON.stringify([input, user]) },
    ...(viewer && { actor: viewer }),
  })
  const { ok, status } = response
  if (!ok) {
    throw new UpstreamError(`The ${NAMES[service]} could not be read`, {
      status,
      retryAfter: retryAfterOf(response.headers),
      // What a reader may not see is not there.
      ...((status === 401 || status === 403) && { kind: 'not-found' }),
    })
  }
  const { success, output } = v.safeParse(call.response, parseJson(textOf(response), call.path, status))
  if (success) return output
  throw new UpstreamError(`The ${service} answered with something else`, { status, kind: 'upstream' })
}

/** Undefined for what is not there. @throws any other error */
export function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof AppError) || error.kind !== 'not-found') throw error
}

/** ms that a page waits for what it can do without. */
const SHARED_PATIENCE_MS = 1000

/** For how long an isolate keeps an answer, or that nothing is there, and that nothing came, ms. */
const KEPT_MS = { answer: 60_000, failure: 3000 } as const

const sharedOf = lruOfEach<{ until: number; value: unknown }>({ entries: 500 })

/**
 * What our own site tells every visitor, read at most once a minute in an isolate; undefined where there is nothing, or
 * where it does not come in time. Of a site elsewhere nothing is read.
 */
export async function readShared<S extends v.GenericSchema>(
  c: AppContext,
  call: ReadCall<S>,
  fields: Record<string, string>,
): Promise<v.InferOutput<S> | undefined> {
  const services = c.get('services')
  const { site } = services.upstreams
  if (!site.hasOwnCalls || !site.transport) return undefined
  const memory = sharedOf(services)
  const key = JSON.stringify([call.path, fields])
  const known = memory.get(key)
  // The key names the call, and so the shape of its answer.
  if (known && known.until > Date.now()) return known.value as v.InferOutput<S> | undefined
  let keptMs: number = KEPT_MS.answer
  const value = await readService(c, call, fields, { deadline: SHARED_PATIENCE_MS })
    .catch(unlessUnknown)
    .catch(() => {
      keptMs = KEPT_MS.failure
      return undefined
    })
  memory.set(key, { until: Date.now() + keptMs, value })
  return value
}
