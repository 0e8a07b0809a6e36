import * as v from 'valibot'
import { type ProviderReadName, providerCalls } from '../../../shared/calls/provider.ts'
import { failedResponse } from '../../../shared/client/response.ts'
import { AppError, JsonParseError } from '../../../shared/errors.ts'
import { jsonOrNothing } from '../../../shared/net/parse-json.ts'
import type { ReadPage, UpstreamSource } from '../layer.ts'
import { pageJson } from './item.ts'
import type { Answer, Shape, ShapeContext, ShapeRequest } from './shape.ts'

const NAMES = new Map<unknown, string>(Object.entries(providerCalls).map(([name, call]) => [call, name]))

/** Reads a provider of another shape as if it were GIPHY's. @param publicUrl our own scheme and host; '' for a request's */
export function shapedPages(shape: Shape, publicUrl: string): ReadPage {
  return async function readShaped(call, input, source) {
    const name = NAMES.get(call)
    if (!isRead(shape, name)) throw new AppError('not-implemented', 'The provider takes no changes')
    const { read, cached } = source.cached
    const context: ShapeContext = {
      call: name,
      ask: (request) => ask(shape, request, source),
      read: (other, fields) => read(providerCalls[other], fields) as Promise<Answer>,
      cached: (other, fields) => cached(providerCalls[other], fields) as Promise<Answer | undefined>,
    }
    const answer = await shape.rows[name](input, context).catch((error) => {
      // It was JSON, and not what the upstream's shape says.
      throw error instanceof v.ValiError ? new JsonParseError(source.path, 200, { cause: error }) : error
    })
    return { page: pageJson(answer, publicUrl) }
  }
}

const isRead = ({ rows }: Shape, name: string | undefined): name is ProviderReadName =>
  name !== undefined && Object.hasOwn(rows, name)

/** @throws UpstreamError for a bad response, which names our call: the upstream's own path may have the key */
async function ask(
  shape: Shape,
  request: ShapeRequest,
  { base, key, path, send, messageOf }: UpstreamSource,
): Promise<object> {
  const url = shape.address(base, key, request)
  const response = await send(
    (signal) =>
      // A redirect could carry the key elsewhere (`docs/measurements.md`, M2).
      new Request(url, { headers: { Accept: 'application/json' }, redirect: 'manual', signal }),
  )
  const body = jsonOrNothing(response.text)
  const { status, isOk, message } = shape.verdict(response.status, body)
  if (!isOk) throw failedResponse({ ...response, status }, message, messageOf)
  if (typeof body !== 'object' || body === null) throw new JsonParseError(path, status)
  return body
}
