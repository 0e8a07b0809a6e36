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

/** A response's shape as text, one field a line. Entities appear by name; each has an outline of its own. */
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
