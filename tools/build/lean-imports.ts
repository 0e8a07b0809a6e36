import { basename } from 'node:path'

/** A file of a bundle that was split, by its path. */
export type Files = ReadonlyMap<string, string>

/** esbuild has each entry import all chunks that it may need, in case they do something when they are read. */
const BARE = /import"\.\/(?:chunks\/)?[\w.-]+\.js";/g
const NAMED = /(?:from|import\()"\.\/(?:chunks\/)?([\w.-]+\.js)"/g

/**
 * The same files without imports of nothing: our modules do nothing when they are read. They are 25 KB gzip of the Worker, and
 * modules that a route does not use are not read for it.
 * @param entry the path of the one that all others are reached from
 * @throws Error where one is then reached no more
 */
export function withoutBareImports(files: Files, entry: string): Files {
  const lean = new Map([...files].map(([path, text]) => [path, text.replace(BARE, '')]))
  const byName = new Map([...lean.keys()].map((path) => [basename(path), path]))
  const reached = new Set<string>()
  const waiting = [entry]
  for (const path of waiting) {
    if (reached.has(path)) continue
    reached.add(path)
    for (const [, name = ''] of lean.get(path)?.matchAll(NAMED) ?? []) waiting.push(byName.get(name) ?? '')
  }
  const lost = [...lean.keys()].filter((path) => !reached.has(path))
  if (lost.length > 0) throw new Error(`Imported for what they do alone: ${lost.join(', ')}`)
  return lean
}
