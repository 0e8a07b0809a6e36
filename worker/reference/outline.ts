/** As much of a JSON Schema as a reader is shown. */
export type ReadSchema = {
  type?: string | string[]
  $ref?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  default?: unknown
  properties?: Record<string, ReadSchema>
  items?: ReadSchema
  additionalProperties?: ReadSchema
  anyOf?: ReadSchema[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

/** The type in a word or two: `list of Gif`, `string`, `one of g, pg, pg-13, r`. */
export function typeWords(schema: ReadSchema): string {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map(typeWords).join(' or ')
  if (schema.type === 'array') return `list of ${typeWords(schema.items ?? {})}`
  if (schema.additionalProperties) return `${typeWords(schema.additionalProperties)} by name`
  return schema.format === 'binary' ? 'file' : [schema.type ?? 'anything'].flat().join(' or ')
}

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** What limits a value beside its type. */
export function limitWords({ default: fallback, minimum, maximum, maxLength, maxItems }: ReadSchema): string {
  const words = [
    fallback === undefined ? '' : `${JSON.stringify(fallback)} if left out`,
    minimum === undefined ? '' : `at least ${minimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} entries`,
  ]
  return words.filter(Boolean).join(', ')
}

/** An answer's shape, one field a line; entities are named and stand by themselves. */
export function outline(schema: ReadSchema, indent = ''): string {
  if (schema.properties && Object.keys(schema.properties).length > 0) {
    const inner = `${indent}  `
    const lines = Object.entries(schema.properties).map(
      ([name, field]) => `${inner}${name}: ${outline(field, inner)}`,
    )
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  if (schema.type === 'array' && schema.items?.properties) return `list of ${outline(schema.items, indent)}`
  return typeWords(schema)
}
