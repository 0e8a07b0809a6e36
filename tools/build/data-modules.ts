import { isDeepStrictEqual } from 'node:util'
import type { Plugin } from 'esbuild'

/**
 * A module named `*.data.ts` computes plain data from tables. The build evaluates it, and a bundle gets the result: no
 * table, and no column of it, that it does not use.
 */
export const dataModules: Plugin = {
  name: 'data modules',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.data\.ts$/ }, async ({ path }) => {
      const exports = Object.entries<unknown>(await import(path))
      return { contents: exports.map(([name, value]) => constant(name, value)).join('\n') }
    }),
}

/** @throws Error for a value that JSON cannot carry whole. */
export function constant(name: string, value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  if (!isDeepStrictEqual(JSON.parse(text), value)) throw new Error(`${name} is more than plain data`)
  return `export const ${name} = ${text}`
}
