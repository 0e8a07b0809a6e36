import { dirname, join } from 'node:path/posix'
import type { Repository } from './repository.ts'

/** One import of a source file, of types too: of another source of the repository, or of a package by its name. */
export type Import = { from: string; to: string; isPackage: boolean }

const SOURCE = /\.(ts|tsx|mjs)$/
const TEST = /\.(test|spec)\.tsx?$|(^|\/)test-[\w-]+\.ts$|^(test|studio)\//

/** The sources that the rules are about: no tests, nothing that tests alone use, and no studio, which is not the product's. */
export const sourcesOf = ({ paths }: Repository): string[] =>
  paths.filter((path) => SOURCE.test(path) && !path.endsWith('.d.ts') && !TEST.test(path))

// Biome formats every import alike, so a pattern is enough (TypeScript 7 has no stable parser).
const IMPORTS = [
  /^(?:import|export) [\w*,$ ]*from '([^'\n]+)'/gm,
  /^(?:import|export) [\w, ]*\{[^'"`{}]*\} from '([^'\n]+)'/gm,
  /^import\s+'([^']+)'/gm,
  /\bimport\(\s*'([^']+)'/g,
]

/** Every import of these sources. What a build makes and what is no source (a style, JSON) is left out. */
export function readImports({ paths, read }: Repository, sources: readonly string[]): Import[] {
  const known = new Set(paths.filter((path) => SOURCE.test(path)))
  return sources.flatMap((from) => {
    const text = read(from)
    const named = IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
    return named.flatMap((name): Import[] => {
      if (!name.startsWith('.')) return [{ from, to: packageOf(name), isPackage: true }]
      const to = join(dirname(from), name)
      return known.has(to) ? [{ from, to, isPackage: false }] : []
    })
  })
}

/** `react` of `react/jsx-runtime`, `@preact/signals-core` as it is, `node:` of `node:path`. */
const packageOf = (name: string): string => /^(?:\w+:|(?:@[^/]+\/)?[^/]+)/.exec(name)?.[0] ?? name
