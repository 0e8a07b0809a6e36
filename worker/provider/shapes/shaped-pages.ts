import * as v from 'valibot'
import { type Call, prepareCall } from '../../../shared/calls/call.ts'
import { type ProviderReadName, providerCalls } from '../../../shared/calls/provider.ts'
import { failedResponse } from '../../../shared/client/response.ts'
import { AppError, JsonParseError } from '../../../shared/errors.ts'
import { hex } from '../../../shared/net/bytes.ts'
import { jsonOrNothing } from '../../../shared/net/parse-json.ts'
import { publicMessage } from '../../upstreams/public-text.ts'
import { send, textOf } from '../../upstreams/send.ts'
import type { Keyed, LoadOptions, ReadPage } from '../load.ts'
import { withAddresses } from './item.ts'
import { klipy } from './klipy.ts'
import type { Answer, Shape, ShapeContext, ShapeRequest } from './shape.ts'
import { tenor } from './tenor.ts'

const SHAPES = { tenor, klipy }

const NAMES = new Map<Call, string>(Object.entries(providerCalls).map(([name, call]) => [call, name]))

const ID_BYTES = 8

/** `publicUrl` is the configured scheme and host of our own; '' where a request's own count, which no copy may have. */
type ShapedDeps = Keyed & { publicUrl: string }

/** Reads a provider of another shape as if it spoke GIPHY's: a row of its shape answers each call. */
export function shapedPages(
  { upstream, key, publicUrl }: ShapedDeps,
  shapeName: keyof typeof SHAPES,
): ReadPage {
  const shape: Shape = SHAPES[shapeName]
  const messageOf = (text: string, status: number) =>
    publicMessage({ upstream: 'provider', status, text }, [key])

  /** @param path names our call in errors: an upstream's own may have the key. */
  async function ask(
    request: ShapeRequest,
    path: string,
    { base, deadline, noteTime }: LoadOptions,
  ): Promise<object> {
    const url = shape.address(base, key, request)
    const make = (signal: AbortSignal) =>
      // A redirect could carry the key elsewhere (`docs/measurements.md`, M2).
      new Request(url, { headers: { Accept: 'application/json' }, redirect: 'manual', signal })
    const response = await send(upstream, make, { deadline, noteTime })
    const body = jsonOrNothing(textOf(response))
    const { status, isOk, message } = shape.verdict(response.status, body)
    if (!isOk) throw failedResponse({ ...response, status }, message, messageOf)
    if (typeof body !== 'object' || body === null) throw new JsonParseError(path, status)
    return body
  }

  return async function readShaped(call, input, options) {
    const name = NAMES.get(call)
    if (!name || !(name in shape.rows)) throw new AppError('not-implemented', 'The provider takes no changes')
    const { path } = prepareCall(call, input)
    const context: ShapeContext = {
      ask: (request) => ask(request, path, options),
      read: (other, fields) => options.cached.read(providerCalls[other], fields) as Promise<Answer>,
      cached: (other, fields) =>
        options.cached.cached(providerCalls[other], fields) as Promise<Answer | undefined>,
    }
    const answer = await shape.rows[name as ProviderReadName](input, context).catch((error) => {
      // It was JSON, and not what the upstream's shape says.
      throw error instanceof v.ValiError ? new JsonParseError(path, 200, { cause: error }) : error
    })
    const response_id = hex(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
    const data = publicUrl ? withAddresses(answer.data, publicUrl) : answer.data
    return { page: { ...answer, data, meta: { status: 200, msg: 'OK', response_id } } }
  }
}
