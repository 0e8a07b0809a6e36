import { AppError } from '../../errors.ts'
import { MAX_IDS } from '../../limits.ts'

/** The most fields that a query or a form may have. */
export const MAX_PAIRS = 500

const MAX = { name: 100, depth: 2 } as const

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/
// Names that every object has.
const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

type Node = { values: string[]; children: Map<string, Node> }
const node = (): Node => ({ values: [], children: new Map() })

const refused = (name: string) =>
  new AppError('invalid-input', `${name.slice(0, MAX.name)} is no name of a field`)

/**
 * Names and texts as fields: `a=1&a=2`, `a[]=1`, `a[0]=1` and `a[b]=1` become lists and records. They are built in
 * maps and become records without a prototype, because names are untrusted (T9).
 */
export function parsePairs(pairs: Iterable<[string, string]>): Record<string, unknown> {
  const root = node()
  let count = 0
  for (const [name, value] of pairs) {
    if (++count > MAX_PAIRS) throw new AppError('invalid-input', `At most ${MAX_PAIRS} fields are taken`)
    let at = root
    for (const part of pathOf(name)) {
      const key = part === '' ? String(at.children.size) : part
      const next = at.children.get(key) ?? node()
      at.children.set(key, next)
      at = next
    }
    at.values.push(value)
  }
  return recordOf(root)
}

function pathOf(name: string): string[] {
  const match = name.length <= MAX.name ? NAME.exec(name) : null
  const [, first = '', rest = ''] = match ?? []
  const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)]
  const isBad = path.some((part) => RESERVED.has(part) || (/^\d+$/.test(part) && Number(part) >= MAX_IDS))
  if (!match || isBad || path.length > MAX.depth + 1) throw refused(name)
  return path
}

const recordOf = ({ children }: Node): Record<string, unknown> =>
  Object.assign(
    Object.create(null),
    Object.fromEntries([...children].map(([name, child]) => [name, fieldOf(child)])),
  )

function fieldOf({ values, children }: Node): unknown {
  if (children.size === 0) return values.length === 1 ? values[0] : values
  const entries = [...children]
  if (!entries.every(([name]) => /^\d+$/.test(name))) return recordOf({ values, children })
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, child]) => fieldOf(child))
}
