import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as esbuild from 'esbuild'
import { FILES, INLINE, ISLANDS, PAGES } from '../islands/manifest.ts'
import { root } from '../tools/steps/run-step.ts'

/** What a part measures: entries, with all that they import at once, and files as they are. */
type Inputs = { entries: readonly string[]; files?: readonly string[] }

const LIBRARY = 'seed/library.json'
const WORKER = 'worker/index.ts'
const EMBED = ['worker/embed/embed.ts', 'worker/embed/page.tsx']
const WIDGET = 'worker/widgets/widget.tsx'
const islandsOf = (page: keyof typeof PAGES) => [
  PAGES[page].source,
  ...Object.values(ISLANDS)
    .filter(({ pages }) => pages.includes(page))
    .map(({ source }) => source),
]
const styles = (part: string) =>
  Object.values(INLINE)
    .map(({ source }) => source)
    .filter((source) => source.startsWith(`islands/${part}/`))

/** What each part measures. An import that waits (`import()`) is of no part that does not name it. */
export const INPUTS = {
  server: {
    entries: [
      'bench/server.ts',
      WORKER,
      ...EMBED,
      WIDGET,
      'worker/pingbacks/sink.ts',
      'worker/http/error-page.ts',
    ],
  },
  profile: { entries: ['bench/profile.ts', WORKER, ...EMBED, WIDGET] },
  client: {
    entries: ['bench/client.ts', ...EMBED, ...islandsOf('embed'), ...styles('embed'), FILES.watch.source],
  },
  widgets: { entries: ['bench/widgets.ts', WIDGET, ...islandsOf('widget'), ...styles('widget')] },
  pickers: {
    entries: [
      'bench/pickers.ts',
      'worker/widgets/picker.tsx',
      FILES.picker.source,
      FILES.partner.source,
      ...styles('picker'),
    ],
  },
  pictures: { entries: ['bench/pictures.ts', 'worker/embed/page.tsx', WIDGET], files: [LIBRARY] },
  playing: { entries: ['bench/playing.ts'], files: [LIBRARY] },
  // The build itself holds them: here are those of the day on which budgets were set.
  sizes: { entries: ['bench/sizes.ts', 'tools/build/budgets.ts', 'islands/manifest.ts'] },
  search: {
    entries: ['bench/search.ts', 'origin/search/search.ts'],
    files: [LIBRARY, 'bench/search/queries.tsv'],
  },
  simulate: { entries: ['bench/simulate.ts', 'worker/provider/cached.ts', 'worker/pingbacks/sink.ts'] },
  serve: { entries: ['bench/serve.ts', 'tools/server/run-server.ts'] },
  load: { entries: ['bench/load.ts', 'tools/server/run-server.ts'] },
} satisfies Record<string, Inputs>

export type PartName = keyof typeof INPUTS

export const PART_NAMES = Object.keys(INPUTS) as PartName[]

const inputsOf = (part: PartName): Inputs => INPUTS[part]

/** The room of a file, which bundles of a benchmark do not leave: what it starts is an entry of its own. */
const isBench = (path: string) => relative(root, path).startsWith('bench/')

/** Leaves out what is loaded later, what the build makes, and what a benchmark only starts. */
const atOnce: esbuild.Plugin = {
  name: 'at once',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ kind, path, importer, resolveDir }) => {
      const file = join(resolveDir, path)
      const isLater = kind === 'dynamic-import' || file.startsWith(join(root, 'dist'))
      const isStarted = isBench(importer) && !isBench(file)
      return isLater || isStarted ? { path, external: true } : undefined
    }),
}

/** Versions of packages, as the lockfile has them. */
function versions(names: Iterable<string>): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  return [...new Set(names)].sort().map((name) => `${name} ${lock.packages[`node_modules/${name}`]?.version}`)
}

const packageOf = (path: string) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path

/** A part's entries with all that they import at once: without comments, types, and layout. */
const bundle = (part: PartName) =>
  esbuild.build({
    absWorkingDir: root,
    entryPoints: [...inputsOf(part).entries],
    outdir: 'inputs',
    outbase: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'esnext',
    jsx: 'automatic',
    legalComments: 'none',
    logLevel: 'error',
    packages: 'external',
    plugins: [atOnce],
  })

/** The files that a part measures, by their paths. */
export async function filesOf(part: PartName): Promise<string[]> {
  const { metafile } = await bundle(part)
  return [...Object.keys(metafile.inputs), ...(inputsOf(part).files ?? [])]
}

/** Identifies what a part measures: its bundle, the versions of the packages that it imports, and its files. */
export async function inputsHash(part: PartName): Promise<string> {
  const { outputFiles, metafile } = await bundle(part)
  const external = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external, path }) => external && /^[@a-z]/.test(path) && !path.startsWith('node:')),
  )
  const hash = createHash('sha256').update(versions(external.map(({ path }) => packageOf(path))).join())
  for (const { path, text } of outputFiles) hash.update(relative(root, path)).update(text)
  for (const file of inputsOf(part).files ?? []) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}
