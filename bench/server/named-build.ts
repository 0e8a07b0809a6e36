import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as esbuild from 'esbuild'
import { common } from '../../tools/build/build-islands.ts'
import { root } from '../../tools/steps/run-step.ts'
import { temporaryFolder } from '../../tools/steps/temporary-folder.ts'
import { workerModules } from '../../tools/steps/worker-modules.ts'

/** The Worker with its names kept: for a profile, whose functions need them. Returns its modules, as `workerModules`. */
export async function buildNamed(): Promise<{ path: string; name: string }[]> {
  const folder = temporaryFolder('named')
  await esbuild.build({
    ...common,
    minify: false,
    minifySyntax: true,
    entryPoints: [join(root, 'worker/index.ts')],
    outdir: join(folder, 'worker'),
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser', 'import'],
    external: ['node:*', 'cloudflare:*'],
  })
  return workerModules(folder)
}

/** The source of a line in such a module, 0 for the first. */
export type Lookup = (url: string, line: number) => string

/** Finds sources in such modules: esbuild writes the path of each above it. */
export function sourceLookup(modules: readonly { path: string; name: string }[]): Lookup {
  const starts = new Map(modules.map(({ path, name }) => [name, startsOf(readFileSync(path, 'utf8'))]))
  return (url, line) => {
    const sources = [...starts].find(([name]) => url.endsWith(name))?.[1] ?? []
    return sources.findLast(({ from }) => from <= line)?.source ?? ''
  }
}

const startsOf = (text: string): { from: number; source: string }[] =>
  text.split('\n').flatMap((line, from) => {
    const [, source] = /^\s*\/\/ ([\w@./-]+\.[cm]?[jt]sx?)$/.exec(line) ?? []
    return source ? [{ from, source: source.replace(/^.*node_modules\//, '') }] : []
  })
