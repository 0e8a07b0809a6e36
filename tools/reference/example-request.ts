import type { JsonSchema } from './json-schema-of.ts'
import { type Schemas, sampleOf } from './samples.ts'

type Field = { name: string; in: string; required: boolean; schema: JsonSchema }
type Content = Record<string, { schema: JsonSchema }>

/** A request as the reference shows it: the address without its host, and what a body holds as text. */
export type ExampleRequest = { path: string; type?: string; body?: string }

/** Fields that an example has although they may be left out. */
const SHOWN: ReadonlySet<string> = new Set(['limit'])

const OF_ITEMS = /(gifs?|emoji|uploads)\/\{id\}/

/** A body of which nothing is required has this many of its fields. */
const OPTIONAL_FIELDS = 2

/** A request that the call's own schema takes: what is required, and a little of what is not. */
export function exampleRequest(
  path: string,
  fields: readonly Field[],
  content: Content | undefined,
  schemas: Schemas,
): ExampleRequest {
  const at = [path]
  const value = ({ name, schema }: Field) => {
    // Who is not an item has a number.
    const sample = name === 'id' && !OF_ITEMS.test(path) ? '42' : sampleOf(schema, schemas, name, at)
    return encodeURIComponent(String(sample)).replaceAll('%2F', '/')
  }
  const filled = path.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const field = fields.find((each) => each.in === 'path' && each.name === name)
    return field ? value(field) : hole
  })
  const query = fields
    .filter((field) => field.in === 'query' && (field.required || SHOWN.has(field.name)))
    .map((field) => `${field.name}=${value(field)}`)
    .join('&')
  const address = query ? `${filled}?${query}` : filled
  const [[type, body] = []] = Object.entries(content ?? {})
  if (!type || !body?.schema.properties) return { path: address }
  return { path: address, type, body: bodyText(type, bodyFields(body.schema, schemas, at)) }
}

function bodyFields(
  schema: JsonSchema,
  schemas: Schemas,
  at: readonly string[],
): [name: string, value: unknown][] {
  const { properties = {}, required = [] } = schema
  const names = Object.keys(properties)
  const shown = required.length > 0 ? required : names.slice(0, OPTIONAL_FIELDS)
  return shown.map((name) => {
    const field = properties[name]
    return [name, typeof field === 'object' ? sampleOf(field, schemas, name, at) : undefined]
  })
}

/** A form's body for `multipart` too: each client writes the parts of one its own way. */
function bodyText(type: string, fields: [name: string, value: unknown][]): string {
  if (type === 'application/json') return JSON.stringify(Object.fromEntries(fields))
  return new URLSearchParams(
    fields.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}
