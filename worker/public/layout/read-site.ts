import * as v from 'valibot'
import { parseInput } from '../../../shared/calls/parse-input.ts'
import { contentCalls } from '../../../shared/calls/site/content.ts'
import { gifPageCalls } from '../../../shared/calls/site/gif-pages.ts'
import { callRequest } from '../../../shared/client/request.ts'
import { AppError, UpstreamError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/net/parse-json.ts'
import { type AppContext, noteTime, type Services } from '../../http/context.ts'
import { familyOf } from '../../upstreams/breaker.ts'
import { send, textOf } from '../../upstreams/send.ts'

const CALLS = { contentBlock: contentCalls.contentBlock, gifViewCount: gifPageCalls.gifViewCount }
type Read = keyof typeof CALLS
type Answer<Name extends Read> = v.InferOutput<(typeof CALLS)[Name]['response']>

/** ms that a page waits for what it can do without. */
const PATIENCE_MS = 1000

/** For how long an isolate keeps an answer, or that nothing is there, and that nothing came, ms; and how many of them. */
const KEPT_MS = { answer: 60_000, failure: 3000 } as const
const KEPT_MAX = 500

type Kept = { until: number; answer: unknown }
const memory = new WeakMap<Services, Map<string, Kept>>()

/**
 * What our own site tells every visitor, read at most once a minute in an isolate; undefined where there is nothing, or
 * where it does not come in time. Of a site elsewhere nothing is read.
 */
export async function readSite<Name extends Read>(
  c: AppContext,
  name: Name,
  fields: Record<string, string>,
): Promise<Answer<Name> | undefined> {
  const services = c.get('services')
  const { site } = services.upstreams
  if (!site.hasOwnCalls || !site.transport) return undefined
  const kept = memory.get(services) ?? new Map<string, Kept>()
  memory.set(services, kept)
  const key = JSON.stringify([name, fields])
  const known = kept.get(key)
  // The key names the call, and so the shape of its answer.
  if (known && known.until > Date.now()) return known.answer as Answer<Name> | undefined
  let keptMs: number = KEPT_MS.answer
  const answer = await fetchSite(c, name, fields).catch((error: unknown) => {
    const isNothing = error instanceof AppError && error.kind === 'not-found'
    if (!isNothing) keptMs = KEPT_MS.failure
    return undefined
  })
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(key, { until: Date.now() + keptMs, answer })
  return answer
}

async function fetchSite<Name extends Read>(
  c: AppContext,
  name: Name,
  fields: Record<string, string>,
): Promise<Answer<Name>> {
  const call = CALLS[name]
  const input = parseInput(call, fields)
  const make = (signal: AbortSignal) =>
    callRequest(call, input, { base: c.get('publicUrl'), headers: {}, signal })
  const response = await send(c.get('services').upstreams.site, make, {
    deadline: PATIENCE_MS,
    noteTime: (of, ms) => noteTime(c, of, ms),
    breakerCall: { family: familyOf(call), request: JSON.stringify(input) },
  })
  const { ok, status } = response
  if (!ok) throw new UpstreamError('The site could not be read', { status })
  return v.parse(call.response, parseJson(textOf(response), call.path, status)) as Answer<Name>
}
