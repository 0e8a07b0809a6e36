import type { Context } from 'hono'
import type { Call } from '../../shared/calls/call.ts'
import type { RawPart } from '../../shared/client/request.ts'
import { AppError, InputError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'
import { parsePairs } from '../body/parse-pairs.ts'
import type { Bytes } from '../body/read-request-body.ts'
import type { Config } from '../env.ts'
import type { FoundCall } from '../http/routing/call-table.ts'

/** Whether a call's fields are in its address: then they are checked before its body is read. */
export const isInAddress = ({ encoding, method }: Pick<Call, 'encoding' | 'method'>): boolean =>
  encoding === 'raw' || encoding === 'query' || method === 'GET'

/** The fields of a call's path and query, not yet checked. A raw call has those of its path alone. */
export const fieldsOfAddress = ({ call, params }: FoundCall, url: URL): Record<string, unknown> =>
  call.encoding === 'raw' ? params : { ...parsePairs(url.searchParams), ...params }

const RAW_TYPES = /^(application\/json|application\/x-www-form-urlencoded|text\/plain)(;|$)/i
const QUERY_MAX = 2048

/** @throws AppError 'invalid-input' for the query of a raw call that is too long. */
export function assertRawQuery({ encoding }: Pick<Call, 'encoding'>, { search }: URL): void {
  if (encoding === 'raw' && search.length > QUERY_MAX) {
    throw new AppError('invalid-input', 'The query is too long')
  }
}

/** Method, query and body of a raw call, whose fields the specification does not give: they are forwarded as they are. */
export function readRaw(
  c: Context<App>,
  { encoding }: Pick<Call, 'encoding'>,
  url: URL,
  body: Bytes | undefined,
): { raw?: RawPart; rawType?: string } {
  if (encoding !== 'raw') return {}
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  const type = c.req.header('Content-Type') ?? ''
  return {
    raw: { method, search: url.search, ...(body?.byteLength && { body }) },
    ...(RAW_TYPES.test(type) && { rawType: type }),
  }
}

const ADDRESS_FIELDS = ['url', 'media_url'] as const

type HostConfig = Pick<Config, 'IMAGING_HOSTS' | 'MEDIA_HOSTS' | 'PUBLIC_URL'>

/**
 * T10: the imaging service is sent to hosts of a list alone: `IMAGING_HOSTS`, by default `MEDIA_HOSTS`, and our own public
 * host. An empty list allows no other. The addresses in `input` are canonical (`shared/calls/public-url.ts`).
 * @throws InputError
 */
export function assertImagingHosts(
  input: Record<string, unknown>,
  { IMAGING_HOSTS, MEDIA_HOSTS, PUBLIC_URL }: HostConfig,
): void {
  const hosts = IMAGING_HOSTS.length > 0 ? IMAGING_HOSTS : MEDIA_HOSTS
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))
  if (PUBLIC_URL) allowed.add(new URL(PUBLIC_URL).host)
  for (const field of ADDRESS_FIELDS) {
    const address = input[field]
    if (typeof address !== 'string' || allowed.has(new URL(address).host)) continue
    const message = `${field} must be on one of this site's media hosts (IMAGING_HOSTS)`
    throw new InputError(message, { [field]: message })
  }
}
