import type { Role } from '../../shared/calls/call.ts'
import type { Schema } from './outline.ts'

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
export const wordsOf = ({ method, path, operation }: Call): string =>
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
