import type { Context } from 'hono'
import type { Call } from '../../shared/calls/call.ts'
import type { RawPart } from '../../shared/client/call-request.ts'
import { AppError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'
import type { FoundCall } from './find-call.ts'
import { parsePairs } from './parse-pairs.ts'
import { type Bytes, bodyFields } from './read-body.ts'

type C = Context<App>

/** A call's fields from path, query and body, not yet checked. A raw call has those of its path alone. */
export async function readInput(
  c: C,
  { call, params }: FoundCall,
  url: URL,
  body: Bytes | undefined,
): Promise<Record<string, unknown>> {
  if (call.encoding === 'raw') return params
  const isQuery = call.encoding === 'query' || call.method === 'GET'
  const fields = isQuery
    ? parsePairs(url.searchParams)
    : await bodyFields(body ?? new Uint8Array(), c.req.header('Content-Type') ?? '')
  return { ...fields, ...params }
}

const RAW_TYPES = /^(application\/json|application\/x-www-form-urlencoded|text\/plain)(;|$)/i
const QUERY_MAX = 2048

/**
 * Method, query and body of a raw call, whose fields the specification does not give: they are forwarded as they are.
 * @throws AppError 'invalid-input' for a query that is too long.
 */
export function readRaw(
  c: C,
  { encoding }: Pick<Call, 'encoding'>,
  url: URL,
  body: Bytes | undefined,
): { raw?: RawPart; rawType?: string } {
  if (encoding !== 'raw') return {}
  if (url.search.length > QUERY_MAX) throw new AppError('invalid-input', 'The query is too long')
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  const type = c.req.header('Content-Type') ?? ''
  return {
    raw: { method, search: url.search, ...(body?.byteLength && { body }) },
    ...(RAW_TYPES.test(type) && { rawType: type }),
  }
}
