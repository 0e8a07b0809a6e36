import type { Role } from '../../shared/calls/call.ts'

export type Field = { name: string; in: string; required: boolean; schema: Schema; description?: string }
type Content = Record<string, { schema: Schema & { required?: string[] }; example?: unknown }>

/** An operation of the OpenAPI document, with what we add to it. */
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, unknown>[]
  parameters: Field[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content; $ref?: string }>
  'x-role': Role
  'x-example': { path: string; type?: string; body?: string }
  'x-calls'?: Operation[]
  /** Only the Worker's own client makes it. */
  'x-internal'?: boolean
}

/** The part of the OpenAPI document that the pages show. */
export type Reference = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export type Call = { method: string; path: string; operation: Operation }

/** The pages of the reference, by who may make the calls on them; the first is `/docs/api` itself. */
export const PARTS = [
  { part: '', name: 'Public', roles: ['visitor'] },
  { part: 'signed-in', name: 'Signed in', roles: ['user', 'owner', 'artist'] },
  { part: 'staff', name: 'Staff', roles: ['moderator', 'staff'] },
] as const satisfies readonly { part: string; name: string; roles: readonly Role[] }[]

export type Part = (typeof PARTS)[number]

/** The address of a part. */
export const partPath = ({ part }: Part): string => (part ? `/docs/api/${part}` : '/docs/api')

/** A chapter's anchor, apart from the names of calls. */
export const anchorOf = (name: string) => `chapter-${name.toLowerCase().replaceAll(' ', '-')}`

/** Every call that can be made from outside: several may share an address and a method. */
export const callsOf = ({ paths }: Reference): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, shared]) =>
      (shared['x-calls'] ?? [shared])
        .filter((operation) => !operation['x-internal'])
        .map((operation) => ({ method, path, operation })),
    ),
  )

export const isIn = ({ roles }: Part, { operation }: Call): boolean =>
  (roles as readonly Role[]).includes(operation['x-role'])

/** What the filter looks at. */
const wordsOf = ({ method, path, operation }: Call): string =>
  `${method} ${path} ${operation.operationId} ${operation.summary}`.toLowerCase()

/** Whether a call has each word of a filter. `islands/public/reference.ts` filters by the same rule. */
export const isFound = (call: Call, find: string): boolean => {
  const words = wordsOf(call)
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

/** All that is sent: in the path, the query, a header, or the body. */
export function fieldsOf({ parameters, requestBody }: Operation): Field[] {
  const [[type, body] = []] = Object.entries(requestBody?.content ?? {})
  const inBody = Object.entries(body?.schema.properties ?? {}).map(([name, schema]) => ({
    name,
    in: type === 'application/json' ? 'JSON' : 'form',
    required: body?.schema.required?.includes(name) ?? false,
    schema,
  }))
  return [...parameters, ...inBody]
}

/** What a success answers: nothing (204), or its type and an example. */
export function answerOf({
  responses,
}: Operation): { type: string; schema: Schema; example: unknown } | undefined {
  const [[type, content] = []] = Object.entries(responses['200']?.content ?? {})
  return type && content ? { type, schema: content.schema, example: content.example } : undefined
}

/** The kinds of failures of a call, as `worker/http/errors.ts` gives them their statuses. */
export function errorsOf({ method, path, operation }: Call): [status: number, when: string][] {
  const fields = fieldsOf(operation)
  const needs = operation.security.flatMap(Object.keys)
  const named = fields.some((field) => field.in === 'path' && /^(id|gif|slug|token|file)$/.test(field.name))
  const rows: [boolean, number, string][] = [
    [fields.length > 0, 400, 'A field is missing or wrong.'],
    [needs.includes('session') || needs.includes('token'), 401, 'No one is signed in.'],
    [
      operation['x-role'] !== 'visitor' || needs.includes('csrf'),
      403,
      'The role is too low, or the CSRF token is wrong.',
    ],
    [named || path.includes('oembed'), 404, 'It doesn’t exist, or you can’t see it.'],
    [/^\/(v1\/gifs\/\{id\}|embed|services|media)/.test(path), 410, 'It was taken down.'],
    [fields.some(({ name }) => name === 'was'), 409, 'Someone else has changed it.'],
    [method !== 'get' && fields.length > 0, 413, 'The body is too large.'],
    [
      fields.some(({ name, schema }) => name === 'q' && schema.maxLength === 50),
      414,
      'The search is longer than 50 characters.',
    ],
    [
      path.includes('oembed') && fields.some(({ name }) => name === 'format'),
      501,
      'The format isn’t json or xml.',
    ],
  ]
  return rows.filter(([applies]) => applies).map(([, status, when]) => [status, when])
}

type Request = {
  method: string
  url: string
  headers: [name: string, value: string][]
  body?: string
  isMultipart: boolean
}

function requestOf({ method, operation }: Call, publicUrl: string): Request {
  const { path, type, body } = operation['x-example']
  const needs = new Set(operation.security.flatMap(Object.keys))
  const isMultipart = type === 'multipart/form-data'
  const headers: Request['headers'] = []
  if (needs.has('token')) headers.push(['Authorization', 'Token YOUR_TOKEN'])
  if (needs.has('csrf')) headers.push(['X-CSRFToken', 'CSRF_TOKEN'])
  if (type && !isMultipart) headers.push(['Content-Type', type])
  return {
    method: method.toUpperCase(),
    url: publicUrl + path,
    headers,
    isMultipart,
    ...(body !== undefined && { body }),
  }
}

/** In single quotes, for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The parts of a multipart form: a file is named, not written out. */
const partsOf = (body: string): [name: string, value: string][] =>
  [...new URLSearchParams(body)].map(([name, value]) => [name, name === 'file' ? '@wave.gif' : value])

/** The example of a call as a command. */
export function curlText(call: Call, publicUrl: string): string {
  const { method, url, headers, body, isMultipart } = requestOf(call, publicUrl)
  const hasCookies = call.operation.security.some((each) => 'session' in each || 'csrf' in each)
  const data = isMultipart
    ? partsOf(body ?? 'file=')
        .slice(0, 1)
        .map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`)
    : body === undefined
      ? []
      : [`-d ${quoted(body)}`]
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(hasCookies ? ['-b cookies.txt'] : []),
    ...data,
  ]
  return parts.join(' \\\n  ')
}

/** The same in a page's script. */
export function scriptText(call: Call, publicUrl: string): string {
  const { method, url, headers, body, isMultipart } = requestOf(call, publicUrl)
  const fields = [
    method !== 'GET' && `method: '${method}'`,
    headers.length > 0 &&
      `headers: { ${headers.map(([name, value]) => `${/-/.test(name) ? `'${name}'` : name}: '${value}'`).join(', ')} }`,
    isMultipart ? 'body: form' : body !== undefined && `body: '${body.replaceAll("'", "\\'")}'`,
  ].filter(Boolean)
  const options = fields.length > 0 ? `, {\n  ${fields.join(',\n  ')},\n}` : ''
  const form = isMultipart ? "const form = new FormData()\nform.set('file', input.files[0])\n" : ''
  const isJson =
    '200' in call.operation.responses && call.operation.responses['200']?.content?.['application/json']
  const end = isJson ? '\nconst answer = await response.json()' : ''
  return `${form}const response = await fetch('${url}'${options})${end}`
}

/** The part of JSON Schema that the reference shows. */
export type Schema = {
  type?: string | string[]
  $ref?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  default?: unknown
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

/** A schema's type as text: `list of Gif`, `string`, `one of g, pg, pg-13, r`. */
export function typeText(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ')
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {})}`
  if (schema.additionalProperties) return `${typeText(schema.additionalProperties)} by name`
  return schema.format === 'binary' ? 'file' : [schema.type ?? 'anything'].flat().join(' or ')
}

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** A value's default and bounds, as text. */
export function limitText({ default: fallback, minimum, maximum, maxLength, maxItems }: Schema): string {
  const parts = [
    rangeText(minimum, maximum),
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} entries`,
    fallback === undefined ? '' : `${JSON.stringify(fallback)} if left out`,
  ]
  return parts.filter(Boolean).join(', ')
}

function rangeText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  if (minimum !== undefined) return `at least ${minimum}`
  return maximum === undefined ? '' : `at most ${maximum}`
}

/** A response's shape as text, one field a line. Entities appear by name; each has its own outline. */
export function outline(schema: Schema, indent = ''): string {
  if (schema.properties && Object.keys(schema.properties).length > 0) {
    const inner = `${indent}  `
    const lines = Object.entries(schema.properties).map(
      ([name, field]) => `${inner}${name}: ${outline(field, inner)}`,
    )
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  if (schema.type === 'array' && schema.items?.properties) return `list of ${outline(schema.items, indent)}`
  return typeText(schema)
}
