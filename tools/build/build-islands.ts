/** The browser's code: the pages' modules, their islands, and tracking (`build.ts`). */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import * as esbuild from 'esbuild'
import { COPIED, FILES, ISLANDS, type IslandName, PAGES, type PageName } from '../../islands/manifest.ts'
import type { IslandFiles } from '../../islands/runtime/hydrate.ts'
import { root } from '../steps/run-step.ts'
import { dataModules } from './data-modules.ts'
import { closure, entryOf } from './module-graph.ts'
import { outDir } from './out.ts'

export const assetsDir = join(outDir, 'assets')

/** The options of every bundle. */
export const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  jsx: 'automatic',
  logLevel: 'warning',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [dataModules],
} satisfies esbuild.BuildOptions

const COPIES = 'copies'

/** Gives each importer of a module of `COPIED` its own copy. */
const ownCopies: esbuild.Plugin = {
  name: 'own copies',
  setup({ onResolve, onLoad }) {
    const copied = new Set(COPIED.map((path) => join(root, path)))
    for (const file of copied) if (!existsSync(file)) throw new Error(`There is no ${file} to copy`)
    onResolve({ filter: /^\./ }, ({ path: name, resolveDir, importer, pluginData }) => {
      const file = join(resolveDir, name)
      if (!copied.has(file)) return undefined
      // The imports of a copy are copied for the same importer.
      const user = pluginData?.user ?? importer
      // Named from the root, so that hashes are the same on every machine.
      const path = `${relative(root, file)}?${relative(root, user)}`
      return { path, namespace: COPIES, pluginData: { file, user } }
    })
    onLoad({ filter: /./, namespace: COPIES }, ({ pluginData }) => ({
      contents: readFileSync(pluginData.file, 'utf8'),
      loader: 'tsx',
      resolveDir: dirname(pluginData.file),
      pluginData,
    }))
  },
}

const browserBuild = {
  ...common,
  outdir: join(assetsDir, 'static'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  splitting: true,
  metafile: true,
  plugins: [...common.plugins, ownCopies],
} as const satisfies esbuild.BuildOptions

/** A text, not an object: esbuild makes a module of an object, and every hash would change with it. */
const asText = (value: unknown) => JSON.stringify(JSON.stringify(value))

const NO_FILES: IslandFiles = { shared: [], islands: {} }

/**
 * The browser's code: one entry a page, islands and React behind `import()`, shared chunks, all names hashed. A page's
 * module names its islands' files, so that all of them are fetched at once: they are learned from a first build.
 */
export async function buildIslands() {
  const { files, scripts } = await buildPages({ embed: NO_FILES, widget: NO_FILES })
  for (const url of Object.values(scripts)) rmSync(join(assetsDir, url))
  const pages = await buildPages(files)
  if (JSON.stringify(pages.files) !== JSON.stringify(files))
    throw new Error('A page cannot name its own module')
  return pages
}

/**
 * esbuild has every entry wait for the helpers of CommonJS, which React alone needs: a bare import of a chunk that gives
 * nothing. A page's module does without, so that it is there one round trip sooner.
 */
function dropBareImports(outputs: esbuild.Metafile['outputs'], path: string): void {
  const output = outputs[path]
  if (!output) return
  const dropped: string[] = []
  const text = readFileSync(path, 'utf8').replace(/import"\.\/(chunk-\w+\.js)";/g, (_, name) => {
    dropped.push(name)
    return ''
  })
  writeFileSync(path, text)
  output.imports = output.imports.filter(({ path }) => !dropped.includes(basename(path)))
}

async function buildPages({ embed, widget }: Record<PageName, IslandFiles>) {
  const islands = Object.values(ISLANDS).flatMap(({ source, style }) => (style ? [source, style] : [source]))
  const { metafile } = await esbuild.build({
    ...browserBuild,
    entryPoints: [...Object.values(PAGES).map(({ source }) => source), ...islands],
    define: { ...common.define, EMBED_FILES: asText(embed), WIDGET_FILES: asText(widget) },
  })
  const { outputs } = metafile
  for (const { source } of Object.values(PAGES)) dropBareImports(outputs, entryOf(outputs, source))
  const url = (page: PageName) => `/static/${basename(entryOf(outputs, PAGES[page].source))}`
  return {
    /** The embed's module and what it imports, to be fetched together. */
    liveUrls: [...closure(outputs, entryOf(outputs, PAGES.embed.source))].map(
      (path) => `/static/${basename(path)}`,
    ),
    scripts: { embed: url('embed'), widget: url('widget') },
    files: { embed: filesOf(outputs, 'embed'), widget: filesOf(outputs, 'widget') },
    metafile,
  }
}

/** The files that the browser still has to fetch for each of a page's islands when the page's module is there. */
function filesOf(outputs: esbuild.Metafile['outputs'], page: PageName): IslandFiles {
  const there = closure(outputs, entryOf(outputs, PAGES[page].source))
  const react = closure(outputs, entryOf(outputs, 'islands/runtime/react.ts'))
  const names = (Object.keys(ISLANDS) as IslandName[]).filter((name) => ISLANDS[name].pages.includes(page))
  const needed = names.map((name): [IslandName, string[]] => {
    const { source, style } = ISLANDS[name]
    const modules = [...closure(outputs, entryOf(outputs, source)), ...react]
    const paths = style ? [...modules, entryOf(outputs, style)] : modules
    return [name, [...new Set(paths)].filter((path) => !there.has(path))]
  })
  const all = needed.flatMap(([, paths]) => paths)
  const isShared = (path: string) => all.indexOf(path) !== all.lastIndexOf(path)
  const own = needed.map(([name, paths]) => [
    name,
    paths.filter((path) => !isShared(path)).map((p) => basename(p)),
  ])
  return {
    shared: [...new Set(all.filter(isShared))].map((path) => basename(path)),
    islands: Object.fromEntries(own),
  }
}

/** In a script that is one file, React's part is taken by Preact: a tenth of its bytes (`docs/decisions`). */
const PREACT = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  react: 'preact/compat',
  'use-sync-external-store/shim/index.js': 'preact/compat',
}

/**
 * A script that is one file, with its rarer parts behind `import()`: tracking, which a passive embed fetches after its
 * picture, or the picker.
 */
export async function buildAlone(name: 'watch' | 'picker') {
  const { source } = FILES[name]
  const { metafile } = await esbuild.build({
    ...browserBuild,
    ...(name === 'picker' && { alias: PREACT }),
    entryPoints: [{ in: source, out: name }],
  })
  const files = closure(metafile.outputs, entryOf(metafile.outputs, source))
  if (files.size > 1) throw new Error(`The script ${name} must be one request, not ${[...files].join(', ')}`)
  return metafile
}
