import * as v from 'valibot'
import { type Auth, type Call, ownPath, pathFields } from '../../shared/calls/call.ts'
import { OWN_ANSWERS } from '../../shared/calls/site/own-answers.ts'
import { GifSchema } from '../../shared/schema/gif.ts'
import { GifListSchema } from '../../shared/schema/provider-response.ts'
import { CHAPTERS } from './chapters.ts'
import { exampleRequest } from './example-request.ts'
import { FRAMED, framedPaths } from './framed.ts'
import { ENTITIES, type JsonSchema, jsonSchemaOf } from './json-schema-of.ts'
import { sampleOf } from './samples.ts'
import { FIELD_TEXTS, SUMMARIES } from './summaries.ts'

const entities: Record<string, JsonSchema> = Object.fromEntries(
  Object.entries(ENTITIES).map(([name, schema]) => [name, jsonSchemaOf(schema, 'output')]),
)

// GIPHY sends a rendition's sides as texts, and so does this library.
const SIDE: JsonSchema = { type: ['string', 'integer'] }
const { Rendition = {} } = entities
const schemas = {
  ...entities,
  Rendition: { ...Rendition, properties: { ...Rendition.properties, width: SIDE, height: SIDE } },
}

/** The GIF of the examples. */
const sampleGif = () => v.parse(GifSchema, sampleOf({ $ref: '#/components/schemas/Gif' }, schemas))

/** A call's security requirement in OpenAPI. Writes need the CSRF token as well. */
const SECURITY: Record<Auth, object[]> = {
  none: [],
  key: [],
  session: [{ session: [] }],
  'session+csrf': [{ session: [], csrf: [] }],
  csrf: [{ csrf: [] }],
  token: [{ token: [] }],
  tagger: [{ session: [] }],
}

const SCHEMES = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRFToken',
    description: 'The value of the csrftoken cookie. Every write needs it, whatever its content type.',
  },
  token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token …' },
}

const MEDIA_TYPES: Partial<Record<Call['encoding'], string>> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  multipart: 'multipart/form-data',
  raw: 'application/json',
}

const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})
const ERROR = { $ref: '#/components/responses/Error' }
const isWrite = ({ method }: Call) => method !== 'GET'

const openPath = (path: string) => path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')

type ObjectSchema = JsonSchema & { properties?: Record<string, JsonSchema>; required?: string[] }

function parameters(call: Call, input: ObjectSchema) {
  const inPath = pathFields(call)
  const inQuery = call.encoding === 'query' || call.method === 'GET'
  return Object.entries(input.properties ?? {})
    .filter(([name]) => inPath.includes(name) || inQuery)
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || Boolean(input.required?.includes(name)),
      schema,
      ...(FIELD_TEXTS[name] && { description: FIELD_TEXTS[name] }),
    }))
}

function requestBody(call: Call, input: ObjectSchema) {
  const type = call.method === 'GET' ? undefined : MEDIA_TYPES[call.encoding]
  if (!type) return undefined
  const inPath = pathFields(call)
  const properties = Object.fromEntries(
    Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name)),
  )
  const required = input.required?.filter((name) => !inPath.includes(name)) ?? []
  const schema: JsonSchema = call.encoding === 'raw' ? {} : { type: 'object', properties, required }
  if (call.encoding !== 'raw' && Object.keys(properties).length === 0) return undefined
  return { required: required.length > 0, content: { [type]: { schema } } }
}

/** What the embedded site answers is strict, and says more than what is read of any site. */
const answerOf = (name: string, call: Call): JsonSchema => {
  // Of GIFs in the provider's shape it says no more.
  const isOwn = call.upstream !== 'provider' && call.response !== GifListSchema
  const strict = isOwn ? OWN_ANSWERS[name as keyof typeof OWN_ANSWERS] : undefined
  return jsonSchemaOf(strict ?? call.response, 'output')
}

function responses(name: string, call: Call) {
  // Both are under `/v1` and `/v2`, where errors have the provider's shape.
  const isEnveloped = call.upstream === 'provider' || call.upstream === 'pingback'
  const failure = isEnveloped ? { $ref: '#/components/responses/ProviderError' } : ERROR
  const noContent = { 204: { description: 'Done' } }
  if (call.responseType === 'none') return { ...noContent, default: failure }
  if (call.responseType === 'text') {
    return {
      200: { description: 'A table', content: { 'text/csv': { schema: { type: 'string' } } } },
      default: ERROR,
    }
  }
  const schema = call.upstream === 'vimeo' ? filmSchema(call) : jsonSchemaOf(call.response, 'output')
  const isEmpty = Object.keys(schema).length === 0 && call.method !== 'ANY'
  if (isEmpty) return { ...noContent, default: failure }
  const example = sampleOf(call.upstream === 'vimeo' ? schema : answerOf(name, call), schemas)
  return { 200: { description: 'OK', content: json(schema, example) }, default: failure }
}

/** The one response whose shape is ours and not the upstream's (`worker/provider/vimeo-film.ts`). */
function filmSchema(call: Call): JsonSchema {
  const text: JsonSchema = { type: 'string' }
  const own = {
    version: text,
    provider_name: text,
    provider_url: text,
    video_id: text,
    url: text,
    player_url: text,
    html: text,
  }
  const { domain_status_code: _, ...upstream } = jsonSchemaOf(call.response, 'output').properties ?? {}
  return { type: 'object', properties: { ...upstream, ...own }, required: ['type', 'html', 'player_url'] }
}

function operation(name: string, call: Call, tag: string) {
  const input = jsonSchemaOf(call.input, 'input') as ObjectSchema
  const body = requestBody(call, input)
  const needsCsrf = isWrite(call) && call.auth !== 'none' && call.auth !== 'key'
  const security = needsCsrf
    ? (SECURITY[call.auth].length > 0 ? SECURITY[call.auth] : [{}]).map((each) => ({ ...each, csrf: [] }))
    : SECURITY[call.auth]
  const password = { name: 'Password', in: 'header', required: false, schema: { type: 'string' } }
  const fields = parameters(call, input)
  return {
    operationId: name,
    tags: [tag],
    summary: SUMMARIES[name as keyof typeof SUMMARIES],
    security,
    parameters: [...fields, ...(call.withPassword ? [password] : [])],
    ...(body && { requestBody: body }),
    responses: responses(name, call),
    'x-role': call.role,
    'x-example': exampleRequest(openPath(ownPath(call)), fields, body?.content, schemas),
    // Only staff pages write to the provider, through the Worker's own client.
    ...(call.upstream === 'provider' && isWrite(call) && { 'x-internal': true }),
  }
}

type Operation = ReturnType<typeof operation>
type Paths = Record<string, Record<string, Operation>>

/** Calls that share an address become one OpenAPI operation with the fields of all; `x-calls` lists them separately. */
function merged(known: Operation & { 'x-calls'?: Operation[] }, next: Operation) {
  const calls = [...(known['x-calls'] ?? [known]), next]
  const names = new Set<string>()
  return {
    ...next,
    summary: calls.map(({ summary }) => summary).join(' '),
    parameters: calls
      .flatMap((call) =>
        call.parameters.map((parameter) => ({ ...parameter, required: parameter.in === 'path' })),
      )
      .filter(({ name }) => !names.has(name) && names.add(name)),
    'x-calls': calls,
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

function paths(): Paths {
  const all: Paths = {}
  for (const [tag, , calls] of CHAPTERS) {
    for (const [name, call] of Object.entries(calls)) {
      const path = openPath(ownPath(call))
      const at = all[path] ?? {}
      all[path] = at
      const isAny = call.method === 'ANY'
      for (const method of isAny ? METHODS : [call.method.toLowerCase()]) {
        const each = { ...operation(name, call, tag), ...(isAny && { operationId: `${name}.${method}` }) }
        at[method] = at[method] ? merged(at[method], each) : each
      }
    }
  }
  return all
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['kind', 'message'],
      properties: {
        kind: { type: 'string' },
        message: { type: 'string' },
        detail: { type: 'object', additionalProperties: { type: 'string' }, description: 'Per field' },
      },
    },
  },
}

const PROVIDER_ERROR = {
  type: 'object',
  required: ['data', 'meta'],
  properties: {
    data: { type: 'array', maxItems: 0 },
    meta: {
      type: 'object',
      required: ['status', 'msg', 'response_id'],
      properties: {
        status: { type: 'integer' },
        msg: { type: 'string' },
        response_id: { type: 'string', minLength: 1 },
      },
    },
  },
}

const tags = CHAPTERS.map(([name, description]) => ({ name, description }))

/** How many chapters are before what other sites frame. */
const READS = tags.findIndex(({ name }) => name === 'Pingbacks')

type Document = {
  openapi: string
  info: object
  servers: object[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, object>>
  components: { securitySchemes: object; schemas: Record<string, JsonSchema>; responses: object }
}

/** The whole catalogue as OpenAPI 3.1: https://spec.openapis.org/oas/v3.1.1.html */
export const openApi = (): Document => ({
  openapi: '3.1.0',
  info: {
    title: 'Loopframe API',
    version: '1',
    description: 'Every call of the public GIF API, the site, the gateway, and the imaging service.',
  },
  servers: [{ url: '/' }],
  tags: [...tags.slice(0, READS), FRAMED, ...tags.slice(READS)],
  paths: { ...framedPaths(sampleGif()), ...paths() },
  components: {
    securitySchemes: SCHEMES,
    schemas,
    responses: {
      Error: { description: 'An error', content: json(ERROR_SCHEMA) },
      ProviderError: { description: 'An error', content: json(PROVIDER_ERROR) },
    },
  },
})
