import type { Result, Router } from 'hono/router'

type Row<T> = [method: string, path: string, handler: T]

const isPattern = (segment: string): boolean => /[:*]/.test(segment)

/** The first segment of a path, without its slashes. */
export function firstSegment(path: string): string {
  const end = path.indexOf('/', 1)
  return path.slice(1, end < 0 ? undefined : end)
}

/** Paths whose routes are remembered: most requests are for a few. Longer ones are not kept. */
const FOUND = { entries: 500, keyLength: 150 } as const

/**
 * A router for each first segment of a path. Hono's fast one does not take all paths of one table together, and the other
 * looks at the first part of every row for each request (`docs/measurements.md`, M52). A family's router is made by its first
 * request.
 */
export class FamilyRouter<T> implements Router<T> {
  readonly name = 'FamilyRouter'
  readonly #make: () => Router<T>
  readonly #rows: Row<T>[] = []
  /** Its router, once it has one. */
  readonly #families = new Map<string, { router?: Router<T> }>()
  /** Of all that no row names: a stranger may choose the segment. */
  readonly #others: { router?: Router<T> } = {}
  /** What was found lately, which no one changes. */
  readonly #found = new Map<string, Result<T>>()

  constructor(make: () => Router<T>) {
    this.#make = make
  }

  add(...row: Row<T>): void {
    this.#rows.push(row)
    const segment = firstSegment(row[1])
    if (!isPattern(segment)) this.#families.set(segment, {})
  }

  match(method: string, path: string): Result<T> {
    const key = `${method} ${path}`
    const known = this.#found.get(key)
    if (known) return known
    const found = this.#find(method, path)
    // All go at once: a use leaves no trace, which would cost as much as to find the most.
    if (this.#found.size >= FOUND.entries) this.#found.clear()
    if (key.length <= FOUND.keyLength) this.#found.set(key, found)
    return found
  }

  #find(method: string, path: string): Result<T> {
    const segment = firstSegment(path)
    const family = this.#families.get(segment) ?? this.#others
    family.router ??= this.#routerOf(family === this.#others ? undefined : segment)
    return family.router.match(method, path)
  }

  #routerOf(family?: string): Router<T> {
    const router = this.#make()
    for (const [method, path, handler] of this.#rows) {
      const segment = firstSegment(path)
      if (segment === family || isPattern(segment)) router.add(method, path, handler)
    }
    return router
  }
}
