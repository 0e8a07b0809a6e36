import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type Call, ownPath } from '../../shared/calls/call.ts'
import { ownSiteCalls } from '../../shared/calls/catalogue.ts'
import { workerCalls } from '../../shared/calls/services.ts'
import { OWN_ANSWERS } from '../../shared/calls/site/own-answers.ts'
import { GifListSchema } from '../../shared/schema/provider-response.ts'
import { ANY_RESPONSE } from '../../test/fixtures/calls/any-response.ts'
import { EXAMPLES } from '../../test/fixtures/calls/call-examples.ts'
import { readCallTable } from '../../test/fixtures/calls/call-table.ts'
import { catalogue } from '../../test/fixtures/calls/catalogue.ts'
import { checkSchema } from '../../test/fixtures/calls/check-schema.ts'
import type { JsonSchema } from './json-schema-of.ts'
import { openApi } from './openapi.ts'

// Parsed back from JSON, as clients read it: without undefined fields.
const document = JSON.parse(JSON.stringify(openApi())) as ReturnType<typeof openApi>
const schemas = document.components.schemas as Record<string, JsonSchema>
const TABLE = readCallTable(
  readFileSync(new URL('../../test/fixtures/calls/calls.tsv', import.meta.url), 'utf8'),
)

type Parameter = { name: string; in: string; required: boolean; schema: JsonSchema }
type Content = Record<string, { schema: JsonSchema }>
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  'x-calls'?: Operation[]
  'x-example': { path: string; type?: string; body?: string }
}

const operations = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods) as Operation[])
  .flatMap((operation) => operation['x-calls'] ?? [operation])
const operationOf = (name: string) =>
  operations.find(({ operationId }) => operationId.replace(/\.post$/, '') === name)

describe('the API reference', () => {
  it('lists every call of the table, each with a summary', () => {
    const calls = operations.filter(({ tags }) => !tags.includes('Embedding'))
    const names = new Set(calls.map(({ operationId }) => operationId.replace(/\..*/, '')))
    const own = [...Object.keys(ownSiteCalls), ...Object.keys(workerCalls)]
    expect([...names].sort()).toEqual([...TABLE.map(({ name }) => name), ...own].sort())
    for (const { summary } of operations) expect(summary).toMatch(/^[A-Z].*\.$/)
  })

  it.each([
    ['/v2/pingback', 'post', 'ProviderError'],
    ['/v1/gifs/categories', 'get', 'ProviderError'],
    ['/login/check', 'get', 'Error'],
  ])('says in which shape %s refuses', (path, method, shape) => {
    const methods = document.paths[path] as Record<string, Operation> | undefined
    expect(methods?.[method]?.responses).toMatchObject({
      default: { $ref: `#/components/responses/${shape}` },
    })
  })

  it('has no broken reference', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(refs.length).toBeGreaterThan(100)
    const { components } = document as unknown as { components: Record<string, Record<string, unknown>> }
    for (const [, kind = '', name = ''] of refs) expect(components[kind]).toHaveProperty(name)
  })

  it('gives each operation its own id, and each placeholder its parameter', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const operation of Object.values(methods) as Operation[]) {
        const inPath = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name)
        expect(inPath.sort()).toEqual(names.sort())
      }
    }
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

/** Converts a text of a query or form to its schema's type. */
const parsed = (schema: JsonSchema, text: string): unknown => {
  if (schema.type === 'integer' || schema.type === 'number') return Number(text)
  if (schema.type === 'boolean') return text === 'true' || text === '1'
  return text
}

describe('its schemas hold for recorded traffic', () => {
  const made = TABLE.filter(({ name }) => EXAMPLES[name])

  it.each(made.map(({ name }) => name))('%s: the request', (name) => {
    const { path, form, json } = EXAMPLES[name] ?? { path: '' }
    const operation = operationOf(name)
    const url = new URL(path, 'https://loop.test')
    const query = operation?.parameters.filter((each) => each.in === 'query') ?? []
    for (const { name: field, schema } of query) {
      const text = url.searchParams.get(field)
      if (text !== null) expect(checkSchema(schema, parsed(schema, text), schemas, field)).toEqual([])
    }
    const [[, body] = []] = Object.entries(operation?.requestBody?.content ?? {})
    const fields = form ? Object.fromEntries(new URLSearchParams(form)) : json
    if (!fields || !body?.schema.properties) return
    const { properties } = body.schema
    const values = Object.entries(fields)
      .filter(([field]) => field in properties)
      .map(([field, value]) => [
        field,
        typeof value === 'string' ? parsed(properties[field] as JsonSchema, value) : value,
      ])
    expect(checkSchema(body.schema, Object.fromEntries(values), schemas)).toEqual([])
  })

  const calls = Object.values(catalogue).flatMap((family) => Object.entries(family as Record<string, Call>))

  it.each(calls.filter(([, call]) => call.responseType === 'json' && call.upstream !== 'vimeo'))(
    '%s: the response',
    (name, call) => {
      const schema = operationOf(name)?.responses['200']?.content?.['application/json']?.schema
      const response: unknown = JSON.parse(JSON.stringify(v.parse(call.response, ANY_RESPONSE) ?? null))
      expect(
        response === null && !schema ? [] : checkSchema(schema ?? { not: {} }, response, schemas),
      ).toEqual([])
    },
  )

  const all: [string, Call][] = [
    ...calls,
    ...Object.entries(ownSiteCalls as Record<string, Call>),
    ...Object.entries(workerCalls as Record<string, Call>),
  ]

  it.each(all)('%s: the example request is one that it takes', (name, call) => {
    const { path, type, body = '' } = operationOf(name)?.['x-example'] ?? { path: '' }
    const url = new URL(path, 'https://loop.test')
    const query = Object.fromEntries(url.searchParams)
    const places = ownPath(call).replace(/:(\w+)(\{[^}]*\})?/g, '(?<$1>.+)')
    const inPath = new RegExp(`^${places}$`).exec(decodeURIComponent(url.pathname))?.groups
    const inBody =
      type === 'application/json' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
    // A file is chosen, not written out.
    const files = ['file', '80h', '160h', '400h', 'banner']
    const given = { ...query, ...inBody, ...inPath }
    const fields = Object.fromEntries(Object.entries(given).filter(([field]) => !files.includes(field)))
    expect(v.safeParse(call.input, fields).issues).toBeUndefined()
    for (const value of Object.values(fields)) expect(value).not.toBe('')
  })

  type Answer = { schema: JsonSchema; example?: unknown }
  const answers = all.flatMap(([name, call]) => {
    const answer = operationOf(name)?.responses['200']?.content?.['application/json'] as Answer | undefined
    return answer ? [{ name, call, answer }] : []
  })

  it.each(answers)('$name: the example answer fits', ({ name, call, answer: { schema, example } }) => {
    expect(checkSchema(schema, example, schemas)).toEqual([])
    const isOwn = call.upstream !== 'provider' && call.response !== GifListSchema
    const strict = isOwn ? OWN_ANSWERS[name as keyof typeof OWN_ANSWERS] : undefined
    if (strict) expect(v.safeParse(strict, example).issues).toBeUndefined()
  })

  it('and a response that does not fit them is found', () => {
    const schema = operationOf('channel')?.responses['200']?.content?.['application/json']?.schema ?? {}
    expect(checkSchema(schema, { position: -1, ranked_tags: [{ id: 'a', rank: 'x' }] }, schemas)).toEqual([
      expect.stringContaining('$: no id'),
      expect.stringContaining('$.position: minimum'),
      expect.stringContaining('$.ranked_tags[0].rank: type'),
    ])
  })
})
