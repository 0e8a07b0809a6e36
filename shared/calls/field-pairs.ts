/** How a list is written in a query or a form (§9: `indices` by default). */
export type ArrayFormat = 'indices' | 'brackets' | 'repeat' | 'comma'

type Pair = [name: string, value: string]

const NAME_OF: Record<Exclude<ArrayFormat, 'comma'>, (name: string, index: number) => string> = {
  indices: (name, index) => `${name}[${index}]`,
  brackets: (name) => `${name}[]`,
  repeat: (name) => name,
}

/**
 * Flattens fields into pairs of texts, in order: `{ a: [1, 2] }` becomes `a[0]=1&a[1]=2`, a nested object `a[b]=1`.
 * `undefined` is left out; `null` becomes an empty text.
 */
export function fieldPairs(fields: Record<string, unknown>, arrays: ArrayFormat = 'indices'): Pair[] {
  const pairs: Pair[] = []
  for (const [name, value] of Object.entries(fields)) add(pairs, name, value, arrays)
  return pairs
}

function add(pairs: Pair[], name: string, value: unknown, arrays: ArrayFormat): void {
  if (value === undefined) return
  if (value === null || typeof value !== 'object') {
    pairs.push([name, value === null ? '' : String(value)])
  } else if (!Array.isArray(value)) {
    for (const [inner, entry] of Object.entries(value)) add(pairs, `${name}[${inner}]`, entry, arrays)
  } else if (arrays !== 'comma') {
    value.forEach((entry, index) => {
      add(pairs, NAME_OF[arrays](name, index), entry, arrays)
    })
  } else if (value.length > 0) pairs.push([name, value.map(String).join(',')])
}
