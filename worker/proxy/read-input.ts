import type { Call } from '../../shared/calls/call.ts'
import { parseInput } from '../../shared/calls/parse-input.ts'
import { TRIM_FILE_MAX } from '../../shared/calls/services.ts'
import { AppError, InputError } from '../../shared/errors.ts'
import { boundaryOf, findBoundaries, multipartFields } from '../../shared/server/body/multipart.ts'
import { parsePairs } from '../../shared/server/body/parse-pairs.ts'
import { type Bytes, readRequestBody } from '../../shared/server/body/read-request-body.ts'
import type { FoundCall } from '../../shared/server/call-table.ts'
import type { Config } from '../env.ts'
import type { CallInput } from './forward-call.ts'

type Fields = Record<string, unknown>

const RAW_TYPES = /^(application\/json|application\/x-www-form-urlencoded|text\/plain)(;|$)/i
const QUERY_MAX = 2048

/**
 * The input of a call whose fields are in its address: they are checked before its body is read.
 * @returns undefined for a call whose fields are in its body.
 * @throws InputError; AppError 'invalid-input' for the query of a raw call that is too long.
 */
export function addressInput(found: FoundCall, address: URL, config: HostConfig): Fields | undefined {
  const { encoding, method } = found.call
  if (encoding === 'raw' && address.search.length > QUERY_MAX) {
    throw new AppError('invalid-input', 'The query is too long')
  }
  // The fields of a raw call are not given by the specification: only those of its path are read.
  if (encoding === 'raw') return checkedFields(found.call, found.params, config)
  if (encoding !== 'query' && method !== 'GET') return undefined
  return checkedFields(found.call, { ...parsePairs(address.searchParams), ...found.params }, config)
}

/**
 * Reads the body of a write, and the input of a call whose fields are in it.
 * @param input that its address had.
 * @throws InputError; AppError as `readBody`
 */
export async function readInput(
  request: Request,
  { call, params }: FoundCall,
  input: Fields | undefined,
  config: HostConfig,
): Promise<CallInput> {
  const { method } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const body = isRead ? undefined : await readBody(request, call)
  return {
    input: input ?? checkedFields(call, { ...body?.fields, ...params }, config),
    ...(call.encoding === 'raw' && rawPart(request, body?.bytes)),
  }
}

/** Method, query and body of a raw call: they are forwarded as they are. */
function rawPart({ method, url, headers }: Request, body: Bytes | undefined): Omit<CallInput, 'input'> {
  const type = headers.get('Content-Type') ?? ''
  const { search } = new URL(url)
  return {
    raw: { method: method === 'HEAD' ? 'GET' : method, search, ...(body?.byteLength && { body }) },
    ...(RAW_TYPES.test(type) && { rawType: type }),
  }
}

function checkedFields(call: Call, fields: Fields, config: HostConfig): Fields {
  const input = parseInput(call, fields)
  if (call.upstream === 'imaging') assertImagingHosts(input, config)
  return input
}

const ADDRESS_FIELDS = ['url', 'media_url'] as const

type HostConfig = Pick<Config, 'IMAGING_HOSTS' | 'MEDIA_HOSTS' | 'PUBLIC_URL'>

/**
 * T10: the imaging service is sent to hosts of a list alone: `IMAGING_HOSTS`, by default `MEDIA_HOSTS`, and our own public
 * host. An empty list allows no other. The addresses in `input` are canonical (`shared/calls/public-url.ts`).
 * @throws InputError
 */
function assertImagingHosts(input: Fields, { IMAGING_HOSTS, MEDIA_HOSTS, PUBLIC_URL }: HostConfig): void {
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

const KB = 1024

/** T18: bytes that a body may have, by the call's encoding; a call without a body takes no more than a form. */
const BODY_MAX: Record<Call['encoding'], number> = {
  query: 16 * KB,
  form: 16 * KB,
  json: 64 * KB,
  raw: 64 * KB,
  multipart: TRIM_FILE_MAX + 64 * KB,
}

const JSON_DEPTH = 20

/** A body that is read: as it came, and its fields where the call takes any. */
export type ReadBody = { bytes: Bytes; fields: Fields }

/**
 * Reads a write's body, a form or JSON by its declared type, whichever the upstream takes.
 * @throws AppError 'too-large', 'incomplete', or 'invalid-input' for a body that cannot be read.
 */
export async function readBody(request: Request, { encoding }: Pick<Call, 'encoding'>): Promise<ReadBody> {
  const max = BODY_MAX[encoding]
  if (encoding === 'raw' || encoding === 'query')
    return { bytes: await readRequestBody(request, max), fields: {} }
  const type = request.headers.get('Content-Type') ?? ''
  const [essence = ''] = type.toLowerCase().split(';')
  const reader = READERS.get(essence.trim())
  return reader ? reader(request, max, type) : assertEmpty(request)
}

type Reader = (request: Request, max: number, type: string) => Promise<ReadBody>

/** Reads all of a body, and then its fields. */
const readAll =
  (fieldsOf: (text: string) => Fields): Reader =>
  async (request, max) => {
    const bytes = await readRequestBody(request, max)
    return { bytes, fields: bytes.byteLength === 0 ? {} : fieldsOf(new TextDecoder().decode(bytes)) }
  }

// A map: a type such as `__proto__` is in no record's prototype.
const READERS: ReadonlyMap<string, Reader> = new Map([
  ['application/json', readAll(jsonFields)],
  ['application/x-www-form-urlencoded', readAll((text) => parsePairs(new URLSearchParams(text)))],
  ['multipart/form-data', readMultipart],
])

async function readMultipart(request: Request, max: number, type: string): Promise<ReadBody> {
  const boundaries = findBoundaries(boundaryOf(type))
  const bytes = await readRequestBody(request, max, boundaries.look)
  return { bytes, fields: bytes.byteLength === 0 ? {} : multipartFields(bytes, boundaries) }
}

// The type of no body is no matter. The first byte of one is refused, unread where its length is declared.
async function assertEmpty(request: Request): Promise<ReadBody> {
  const bytes = await readRequestBody(request, 0).catch((error) => {
    if (!(error instanceof AppError) || error.kind !== 'too-large') throw error
    throw new AppError('invalid-input', 'The body must be a form or JSON')
  })
  return { bytes, fields: {} }
}

function jsonFields(text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('invalid-input', 'The body is no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid-input', 'The body must be a JSON object')
  }
  if (isDeeper(value, JSON_DEPTH)) throw new AppError('invalid-input', 'The body is nested too deeply')
  return value as Fields
}

const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (than === 0 || Object.values(value).some((inner) => isDeeper(inner, than - 1)))
