/**
 * `npm run build`: dist/assets (hashed islands, static files), dist/manifest.json, dist/worker (code-split).
 * Prints every size that a visitor or an isolate pays, and fails when one is over its budget.
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { checkBudgets } from './tools/budgets.ts'
import { closure, entryOf } from './tools/module-graph.ts'
import { REACT_ENTRY, REACT_TYPES, reactPackage } from './tools/react-package.ts'
import { openApi } from './tools/reference/openapi.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const assetsDir = 'dist/assets'

/** Each island: the file that the browser imports for it, and the style that comes with it. */
const ISLANDS: Record<string, { source: string; style?: string }> = {
  'hover-footer': { source: 'islands/embed/hover-footer.tsx' },
  'mobile-footer': { source: 'islands/embed/mobile-footer.tsx' },
  'share-menu': { source: 'islands/embed/share-menu.tsx', style: 'islands/embed/share-menu.css' },
  'related-grid': { source: 'islands/embed/related-grid.tsx', style: 'islands/embed/related-grid.css' },
  'media-player': { source: 'islands/embed/media-player.tsx', style: 'islands/embed/media-player.css' },
  carousel: { source: 'islands/widget/carousel-widget.tsx' },
  grid: { source: 'islands/widget/grid-widget.tsx' },
}

/** The module of the embed's page and that of the widgets', and the islands that each wakes. */
const PAGES = {
  live: {
    source: 'islands/live.ts',
    islands: ['hover-footer', 'mobile-footer', 'share-menu', 'related-grid', 'media-player'],
  },
  widget: { source: 'islands/widget-live.ts', islands: ['carousel', 'grid', 'share-menu'] },
} as const

/** What the public pages do, by name (`worker/render/assets.ts`). */
const SITE_STYLE = 'worker/pages/site/site.css'
const SITE_SCRIPTS = { site: 'islands/site/site.ts', welcome: 'islands/site/welcome.ts' }

const common = {
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

/**
 * A text that goes into the page itself, and the CSP source that allows exactly it. `urls` are put in afterwards: told of
 * one that it cannot resolve, esbuild brings half a kilobyte of helpers.
 */
async function inline(
  entry: string,
  options: esbuild.BuildOptions = {},
  urls: Record<string, string[]> = {},
) {
  const { outputFiles } = await esbuild.build({ ...common, entryPoints: [entry], write: false, ...options })
  let text = outputFiles?.[0]?.text.trim() ?? ''
  for (const [name, url] of Object.entries(urls)) text = text.replace(name, JSON.stringify(url))
  return { text, csp: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}

/** Small modules of which every file gets a copy of its own: as shared chunks they would be requests. */
const COPIED =
  /\/(limits|is-roomy|page-props|debug-log|debug-wanted|external-film|brand|watch-button|icons|still-when|hydrate|ready|replay)\.tsx?$/
const COPIES = 'copies'

const ownCopies: esbuild.Plugin = {
  name: 'own copies',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: COPIED }, ({ path, resolveDir, importer, pluginData }) => {
      // What a copy imports is copied for the same file.
      const user = pluginData?.user ?? importer
      const file = join(resolveDir, path)
      return { path: `${file}?${user}`, namespace: COPIES, pluginData: { file, user } }
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

/** The public pages' style and scripts: apart from the islands, so that no embed ever pays for a page. */
async function buildSite() {
  const { metafile } = await esbuild.build({
    ...common,
    entryPoints: [SITE_STYLE, ...Object.values(SITE_SCRIPTS)],
    outdir: join(assetsDir, 'static'),
    outbase: root,
    entryNames: '[name]-[hash]',
    metafile: true,
  })
  const url = (source: string) => `/static/${basename(entryOf(metafile.outputs, source))}`
  const { site, welcome } = SITE_SCRIPTS
  return { scripts: { site: url(site), welcome: url(welcome) }, styles: { site: url(SITE_STYLE) } }
}

/** A text and no object: esbuild makes a module of an object, and every hash would change with it. */
const asText = (value: unknown) => JSON.stringify(JSON.stringify(value))

type PageFiles = { shared: string[]; islands: Record<string, string[]> }

/**
 * The browser's code: one entry a page, islands and React behind `import()`, shared chunks, all names hashed. A page's
 * module names its islands' files, so that all of them are fetched at once: they are learned from a first build.
 */
async function buildIslands() {
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

/** The loader of partners' pages: one file that stands alone, and the types of its elements. */
async function buildPartner() {
  const { metafile } = await esbuild.build({
    ...common,
    entryPoints: ['islands/partner/loopframe.ts'],
    outdir: join(assetsDir, 'static'),
    entryNames: '[name]-[hash]',
    format: 'iife',
    target: 'es2022',
    metafile: true,
  })
  cpSync('islands/partner/element-types.ts', join(assetsDir, 'static/loopframe.d.ts'))
  return entryOf(metafile.outputs, 'islands/partner/loopframe.ts')
}

/** Tracking, which a passive embed fetches after its picture: one file of its own, its rarer parts behind `import()`. */
async function buildWatch() {
  const entry = { in: 'islands/track/start-tracking.ts', out: 'watch' }
  const { metafile } = await esbuild.build({ ...browserBuild, entryPoints: [entry] })
  const files = closure(metafile.outputs, entryOf(metafile.outputs, entry.in))
  if (files.size > 1) throw new Error(`Tracking must be one request, not ${[...files].join(', ')}`)
  return { watch: `/static/${basename(entryOf(metafile.outputs, entry.in))}`, metafile }
}

/** `renderToString` alone: React's own entry brings the streaming renderer too, 32 KB gzip that nothing here calls. */
const stringRenderer: esbuild.Plugin = {
  name: 'string renderer',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^react-dom\/server$/ }, () => ({
      path: join(root, 'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
    })),
}

/** The Worker: Hono and the cache at once; React, pages and the embedded origin behind `import()`. */
async function buildWorker() {
  return esbuild.build({
    ...common,
    entryPoints: ['worker/index.ts'],
    outdir: 'dist/worker',
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    metafile: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser', 'import'],
    external: ['node:*', 'cloudflare:*'],
    plugins: [stringRenderer],
  })
}

/** The components for partners' own React pages: React stays theirs, and each is a file of its own. */
async function buildReact() {
  const outdir = 'dist/react'
  await esbuild.build({
    ...common,
    entryPoints: ['carousel', 'gif', 'grid'].map((name) => `islands/react/${name}.tsx`),
    outdir,
    chunkNames: 'parts/[name]-[hash]',
    splitting: true,
    external: ['react', 'react/jsx-runtime'],
    // The shim is for React 17 and, being CommonJS, would ask for React in a way that no browser knows.
    alias: { 'use-sync-external-store/shim/index.js': './islands/react/use-sync-external-store.ts' },
    banner: { js: '"use client";' },
  })
  await esbuild.build({ ...common, entryPoints: { style: 'islands/react/react.css' }, outdir })
  cpSync('islands/react/props.ts', join(outdir, 'props.d.ts'))
  const { version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>
  writeFileSync(
    join(outdir, 'package.json'),
    `${JSON.stringify(reactPackage({ version, license }), null, 2)}\n`,
  )
  writeFileSync(join(outdir, 'loopframe.js'), REACT_ENTRY)
  writeFileSync(join(outdir, 'loopframe.d.ts'), REACT_TYPES)
}

rmSync('dist', { recursive: true, force: true })
mkdirSync(join(assetsDir, 'static'), { recursive: true })
cpSync('static', join(assetsDir, 'static'), { recursive: true })

const islands = await buildIslands()
const partner = await buildPartner()
const watch = await buildWatch()
const site = await buildSite()
await buildReact()
const manifest = {
  build: '',
  scripts: {
    ...islands.scripts,
    watch: watch.watch,
    partner: `/static/${basename(partner)}`,
    ...site.scripts,
  },
  styles: site.styles,
  inline: {
    boot: await inline('islands/boot.ts', { format: 'iife' }, { LIVE_URLS: islands.liveUrls }),
    notice: await inline('islands/notice.ts', { format: 'iife' }),
    'embed-desktop-css': await inline('islands/embed/embed-desktop.css'),
    'embed-phone-css': await inline('islands/embed/embed-phone.css'),
    'page-css': await inline('worker/pages/page.css'),
  },
}
manifest.build = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12)
// By itself, so that other pages' code does not bear it.
const widgetStyle = await inline('islands/widget/widget.css')
writeFileSync('dist/widget-style.json', `${JSON.stringify(widgetStyle, null, 2)}\n`)
writeFileSync('dist/manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
const docs = { style: await inline('worker/pages/api-reference.css'), openApi: openApi() }
writeFileSync('dist/docs.json', `${JSON.stringify(docs, null, 1)}\n`)
const worker = await buildWorker()

const over = checkBudgets({
  boot: manifest.inline.boot.text,
  embedCss: manifest.inline['embed-desktop-css'].text,
  widgetCss: widgetStyle.text,
  islands: islands.metafile,
  watch: watch.metafile,
  worker: worker.metafile,
  partner: readFileSync(partner),
  site: {
    style: join(assetsDir, site.styles.site),
    site: join(assetsDir, site.scripts.site),
    welcome: join(assetsDir, site.scripts.welcome),
  },
  read: (path) => readFileSync(path),
})
if (over > 0) {
  console.error(`${over} budget(s) exceeded`)
  process.exitCode = 1
}
