/** The browser's code: the pages' modules, their islands, and tracking (`build.ts`). */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import type { PageFiles } from '../islands/runtime/hydrate.ts'
import { closure, entryOf } from './module-graph.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const assetsDir = 'dist/assets'

/** Each island: the file that the browser imports for it, and the style that comes with it. */
const ISLANDS: Record<string, { source: string; style?: string }> = {
  'hover-footer': { source: 'islands/embed/hover-footer.tsx' },
  'mobile-footer': { source: 'islands/embed/mobile-footer.tsx' },
  'share-menu': { source: 'islands/share/share-menu.tsx', style: 'islands/share/share-menu.css' },
  'related-grid': { source: 'islands/embed/related-grid.tsx', style: 'islands/embed/related-grid.css' },
  'media-player': { source: 'islands/film/media-player.tsx', style: 'islands/film/media-player.css' },
  carousel: { source: 'islands/widget/carousel-widget.tsx' },
  grid: { source: 'islands/widget/grid-widget.tsx' },
}

/** The module of the embed's page and that of the widgets', and the islands that each wakes. */
const PAGES = {
  live: {
    source: 'islands/embed/live.ts',
    islands: ['hover-footer', 'mobile-footer', 'share-menu', 'related-grid', 'media-player'],
  },
  widget: { source: 'islands/widget/live.ts', islands: ['carousel', 'grid', 'share-menu'] },
} as const

/** What every bundle has in common. */
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
} as const satisfies esbuild.BuildOptions

/** Small modules of which every file gets a copy of its own: as shared chunks they would be requests. */
const COPIED =
  /\/(limits|is-roomy|host-port|share-for-host|page-props|debug-log|debug-wanted|external-film|brand|watch-button|icons|still-when|hydrate|ready|ready-at-end|replay)\.tsx?$/
const COPIES = 'copies'

const ownCopies: esbuild.Plugin = {
  name: 'own copies',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: COPIED }, ({ path: name, resolveDir, importer, pluginData }) => {
      // What a copy imports is copied for the same file.
      const user = pluginData?.user ?? importer
      const file = join(resolveDir, name)
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
  plugins: [ownCopies],
} as const satisfies esbuild.BuildOptions

/** A text and no object: esbuild makes a module of an object, and every hash would change with it. */
const asText = (value: unknown) => JSON.stringify(JSON.stringify(value))

/**
 * The browser's code: one entry a page, islands and React behind `import()`, shared chunks, all names hashed. A page's
 * module names its islands' files, so that all of them are fetched at once: they are learned from a first build.
 */
export async function buildIslands() {
  const none: PageFiles = { shared: [], islands: {} }
  const { files, scripts } = await buildPages({ live: none, widget: none })
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

async function buildPages({ live, widget }: Record<keyof typeof PAGES, PageFiles>) {
  const styles = Object.values(ISLANDS).flatMap(({ style }) => style ?? [])
  const { metafile } = await esbuild.build({
    ...browserBuild,
    entryPoints: [PAGES.live.source, PAGES.widget.source, ...styles],
    define: { ...common.define, EMBED_FILES: asText(live), WIDGET_FILES: asText(widget) },
  })
  const { outputs } = metafile
  for (const { source } of Object.values(PAGES)) dropBareImports(outputs, entryOf(outputs, source))
  const url = (path: string) => `/static/${basename(path)}`
  const react = closure(outputs, entryOf(outputs, 'islands/runtime/react.ts'))
  /** What the browser still has to fetch for each of a page's islands when the page's module is there. */
  const filesOf = ({ source: page, islands }: (typeof PAGES)[keyof typeof PAGES]): PageFiles => {
    const there = closure(outputs, entryOf(outputs, page))
    const needed = islands.map((name) => {
      const { source, style } = ISLANDS[name] ?? { source: name }
      const modules = [...react, ...closure(outputs, entryOf(outputs, source))]
      const paths = style ? [...modules, entryOf(outputs, style)] : modules
      return [name, [...new Set(paths)].filter((path) => !there.has(path))] as const
    })
    const all = needed.flatMap(([, paths]) => paths)
    const isShared = (path: string) => all.indexOf(path) !== all.lastIndexOf(path)
    return {
      shared: [...new Set(all.filter(isShared))].map((path) => basename(path)),
      islands: Object.fromEntries(
        needed.map(([name, paths]) => [
          name,
          paths.filter((path) => !isShared(path)).map((path) => basename(path)),
        ]),
      ),
    }
  }
  return {
    /** The embed's module and what it imports, to be fetched together. */
    liveUrls: [...closure(outputs, entryOf(outputs, PAGES.live.source))].map(url),
    scripts: {
      live: url(entryOf(outputs, PAGES.live.source)),
      widget: url(entryOf(outputs, PAGES.widget.source)),
    },
    files: { live: filesOf(PAGES.live), widget: filesOf(PAGES.widget) },
    metafile,
  }
}

/** Tracking, which a passive embed fetches after its picture: one file of its own, its rarer parts behind `import()`. */
export async function buildWatch() {
  const entry = { in: 'islands/track/start-tracking.ts', out: 'watch' }
  const { metafile } = await esbuild.build({ ...browserBuild, entryPoints: [entry] })
  const files = closure(metafile.outputs, entryOf(metafile.outputs, entry.in))
  if (files.size > 1) throw new Error(`Tracking must be one request, not ${[...files].join(', ')}`)
  return { watch: `/static/${basename(entryOf(metafile.outputs, entry.in))}`, metafile }
}
