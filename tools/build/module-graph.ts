import type { Metafile } from 'esbuild'

type Outputs = Metafile['outputs']

/** The output that a source file became the entry of. */
export function entryOf(outputs: Outputs, source: string): string {
  const path = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === source)
  if (!path) throw new Error(`The build made no output for ${source}`)
  return path
}

/** A file and its static imports, transitively: everything it needs before it can run. */
export function closure(outputs: Outputs, path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
    if (kind === 'import-statement' && !external) closure(outputs, next, seen)
  }
  return seen
}
