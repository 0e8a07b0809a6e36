import type { Role } from '../../shared/calls/call.ts'

export type CallField = { name: string; in: string; required: boolean; schema: Schema; description?: string }
type Content = Record<string, { schema: Schema & { required?: string[] }; example?: unknown }>

/** An operation of the OpenAPI document, with what we add to it. */
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, unknown>[]
  parameters: CallField[]
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

export type ReferenceCall = { method: string; path: string; operation: Operation }

/** The pages of the reference, by who may make the calls on them; the first is `/docs/api` itself. */
export const PARTS = [
  { part: '', name: 'Public', roles: ['visitor'] },
  { part: 'signed-in', name: 'Signed in', roles: ['user', 'owner', 'artist'] },
  { part: 'staff', name: 'Staff', roles: ['moderator', 'staff'] },
] as const satisfies readonly { part: string; name: string; roles: readonly Role[] }[]

export type ReferencePart = (typeof PARTS)[number]

/** What a part is called behind its title, or the title alone for the public one. */
export const partName = (title: string, { part, name }: ReferencePart): string =>
  part ? `${title}: ${name.toLowerCase()}` : title

/** The address of a part. */
export const partPath = ({ part }: ReferencePart): string => (part ? `/docs/api/${part}` : '/docs/api')

/** A chapter's anchor, apart from the names of calls. */
export const anchorOf = (name: string) => `chapter-${name.toLowerCase().replaceAll(' ', '-')}`

/** Every call that can be made from outside: several may share an address and a method. */
export const callsOf = ({ paths }: Reference): ReferenceCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, shared]) =>
      (shared['x-calls'] ?? [shared])
        .filter((operation) => !operation['x-internal'])
        .map((operation) => ({ method, path, operation })),
    ),
  )

export const isIn = ({ roles }: ReferencePart, { operation }: ReferenceCall): boolean =>
  (roles as readonly Role[]).includes(operation['x-role'])

/** Whether a call has each word of a filter. `islands/public/reference.ts` filters by the same rule. */
export const isFound = ({ method, path, operation }: ReferenceCall, find: string): boolean => {
  const words = `${method} ${path} ${operation.operationId} ${operation.summary}`.toLowerCase()
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

/** All that is sent: in the path, the query, a header, or the body. */
export function callFields({ parameters, requestBody }: Operation): CallField[] {
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
export function answerOf({ responses }: Operation): { type: string; example: unknown } | undefined {
  const [[type, content] = []] = Object.entries(responses['200']?.content ?? {})
  return type && content ? { type, example: content.example } : undefined
}

const needsOf = ({ security }: Operation) => new Set(security.flatMap(Object.keys))

/** The kinds of failures of a call, as `worker/http/errors.ts` gives them their statuses. */
export function errorsOf({ method, path, operation }: ReferenceCall): [status: number, when: string][] {
  const fields = callFields(operation)
  const needs = needsOf(operation)
  const has = (fits: (field: CallField) => boolean) => fields.some(fits)
  const isNamed = has((field) => field.in === 'path' && /^(id|gif|slug|token|file)$/.test(field.name))
  const isOembed = path.includes('oembed')
  const isLimited = operation['x-role'] !== 'visitor' || needs.has('csrf')
  const rows: [applies: boolean, status: number, when: string][] = [
    [fields.length > 0, 400, 'A field is missing or wrong.'],
    [needs.has('session') || needs.has('token'), 401, 'No one is signed in.'],
    [isLimited, 403, 'The role is too low, or the CSRF token is wrong.'],
    [isNamed || isOembed, 404, 'It doesn’t exist, or you can’t see it.'],
    [/^\/(v1\/gifs\/\{id\}|embed|services|media)/.test(path), 410, 'It was taken down.'],
    [has(({ name }) => name === 'was'), 409, 'Someone else has changed it.'],
    [method !== 'get' && fields.length > 0, 413, 'The body is too large.'],
    [
      has(({ name, schema }) => name === 'q' && schema.maxLength === 50),
      414,
      'The search is longer than 50 characters.',
    ],
    [isOembed && has(({ name }) => name === 'format'), 501, 'The format isn’t json or xml.'],
  ]
  return rows.filter(([applies]) => applies).map(([, status, when]) => [status, when])
}

/** The request of a call's example. A body's type is among the headers, but for a form with a file. */
function requestOf({ method, operation }: ReferenceCall, publicUrl: string) {
  const { path, type, body } = operation['x-example']
  const needs = needsOf(operation)
  const isMultipart = type === 'multipart/form-data'
  const headers: [name: string, value: string][] = []
  if (needs.has('token')) headers.push(['Authorization', 'Token YOUR_TOKEN'])
  if (needs.has('csrf')) headers.push(['X-CSRFToken', 'CSRF_TOKEN'])
  if (type && !isMultipart) headers.push(['Content-Type', type])
  return { method: method.toUpperCase(), url: publicUrl + path, headers, isMultipart, body }
}

/** In single quotes, for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A body's arguments. Of a multipart form only the first field is shown; a file is named, not written out. */
function bodyArguments(isMultipart: boolean, body: string | undefined): string[] {
  if (!isMultipart) return body === undefined ? [] : [`-d ${quoted(body)}`]
  const [field] = new URLSearchParams(body ?? 'file=')
  if (!field) return []
  const [name, value] = field
  return [`-F ${quoted(`${name}=${name === 'file' ? '@wave.gif' : value}`)}`]
}

/** The example of a call as a command. */
export function curlText(call: ReferenceCall, publicUrl: string): string {
  const { method, url, headers, body, isMultipart } = requestOf(call, publicUrl)
  const needs = needsOf(call.operation)
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(needs.has('session') || needs.has('csrf') ? ['-b cookies.txt'] : []),
    ...bodyArguments(isMultipart, body),
  ]
  return parts.join(' \\\n  ')
}

/** The same in a page's script. */
export function scriptText(call: ReferenceCall, publicUrl: string): string {
  const { method, url, headers, body, isMultipart } = requestOf(call, publicUrl)
  const fields = [
    method !== 'GET' && `method: '${method}'`,
    headers.length > 0 &&
      `headers: { ${headers.map(([name, value]) => `${/-/.test(name) ? `'${name}'` : name}: '${value}'`).join(', ')} }`,
    isMultipart ? 'body: form' : body !== undefined && `body: '${body.replaceAll("'", "\\'")}'`,
  ].filter(Boolean)
  const options = fields.length > 0 ? `, {\n  ${fields.join(',\n  ')},\n}` : ''
  const form = isMultipart ? "const form = new FormData()\nform.set('file', input.files[0])\n" : ''
  const isJson = answerOf(call.operation)?.type === 'application/json'
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
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ')
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {})}`
  if (schema.additionalProperties) return `${typeText(schema.additionalProperties)} by name`
  return schema.format === 'binary' ? 'file' : [schema.type ?? 'anything'].flat().join(' or ')
}

/** A value's default and bounds, as text. */
export function limitText({ default: fallback, minimum, maximum, maxLength, maxItems }: Schema): string {
  const parts = [
    minimum !== undefined && (maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`),
    minimum === undefined && maximum !== undefined && `at most ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems} entries`,
    fallback !== undefined && `${JSON.stringify(fallback)} if left out`,
  ]
  return parts.filter(Boolean).join(', ')
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
