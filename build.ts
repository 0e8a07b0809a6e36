/**
 * `npm run build`: dist/assets (hashed islands, static files), dist/manifest.json, dist/worker (code-split).
 * Prints every size that a visitor or an isolate pays, and fails when one is over its budget.
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { checkBudgets } from './tools/budgets.ts'
import { closure, entryOf } from './tools/module-graph.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const assetsDir = 'dist/assets'

/** Each island, the file that the browser imports for it (`islands/loaders.ts`), and the style that comes with it. */
const ISLANDS: Record<string, { source: string; style?: string }> = {
  'hover-footer': { source: 'islands/embed/hover-footer.tsx' },
  'mobile-footer': { source: 'islands/embed/mobile-footer.tsx' },
  'share-menu': { source: 'islands/embed/share-menu.tsx', style: 'islands/embed/share-menu.css' },
  'related-grid': { source: 'islands/embed/related-grid.tsx', style: 'islands/embed/related-grid.css' },
  'media-player': { source: 'islands/embed/media-player.tsx', style: 'islands/embed/media-player.css' },
}

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

/** A text that goes into the page itself, and the CSP source that allows exactly it. */
async function inline(entry: string, options: esbuild.BuildOptions = {}) {
  const { outputFiles } = await esbuild.build({ ...common, entryPoints: [entry], write: false, ...options })
  const text = outputFiles?.[0]?.text.trim() ?? ''
  return { text, csp: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}

/** Every file gets its own copy of the few limits it names: as a shared chunk they would be a request of their own. */
const ownLimits: esbuild.Plugin = {
  name: 'own limits',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/shared\/limits\.ts$/ }, ({ path, resolveDir, importer }) => ({
      path: join(resolveDir, path),
      suffix: `?${importer}`,
    })),
}

const browserBuild = {
  ...common,
  outdir: join(assetsDir, 'static'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  splitting: true,
  metafile: true,
  plugins: [ownLimits],
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

/** The browser's code: one entry, islands and React behind `import()`, shared chunks, all names hashed. */
async function buildIslands() {
  const styles = Object.values(ISLANDS).flatMap(({ style }) => style ?? [])
  const result = await esbuild.build({ ...browserBuild, entryPoints: ['islands/live.ts', ...styles] })
  const { outputs } = result.metafile
  const url = (path: string) => `/static/${basename(path)}`
  const live = closure(outputs, entryOf(outputs, 'islands/live.ts'))
  const react = closure(outputs, entryOf(outputs, 'islands/runtime/react.ts'))
  /** What the browser still has to fetch for an island when the live module is there: modules, then its style. */
  const filesOf = ({ source, style }: (typeof ISLANDS)[string]) => {
    const modules = [...react, ...closure(outputs, entryOf(outputs, source))]
    const paths = style ? [...modules, entryOf(outputs, style)] : modules
    return [...new Set(paths)].filter((path) => !live.has(path))
  }
  const files = Object.entries(ISLANDS).map(([name, island]) => [name, filesOf(island)] as const)
  const all = files.flatMap(([, paths]) => paths)
  const isShared = (path: string) => all.indexOf(path) !== all.lastIndexOf(path)
  return {
    live: url(entryOf(outputs, 'islands/live.ts')),
    shared: [...new Set(all.filter(isShared))].map(url),
    files: Object.fromEntries(
      files.map(([name, paths]) => [name, paths.filter((path) => !isShared(path)).map(url)]),
    ),
    metafile: result.metafile,
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
  })
}

rmSync('dist', { recursive: true, force: true })
mkdirSync(join(assetsDir, 'static'), { recursive: true })
cpSync('static', join(assetsDir, 'static'), { recursive: true })

const islands = await buildIslands()
const partner = await buildPartner()
const watch = await buildWatch()
const site = await buildSite()
const manifest = {
  build: '',
  scripts: {
    live: islands.live,
    watch: watch.watch,
    partner: `/static/${basename(partner)}`,
    ...site.scripts,
  },
  styles: site.styles,
  shared: islands.shared,
  islands: islands.files,
  inline: {
    boot: await inline('islands/boot.ts', { format: 'iife', define: { ...common.define, TRACKED: 'false' } }),
    'boot-tracked': await inline('islands/boot.ts', {
      format: 'iife',
      define: { ...common.define, TRACKED: 'true' },
    }),
    'embed-css': await inline('islands/embed/embed.css'),
    'page-css': await inline('worker/pages/page.css'),
  },
}
manifest.build = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12)
writeFileSync('dist/manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
const worker = await buildWorker()

const over = checkBudgets({
  boot: manifest.inline['boot-tracked'].text,
  embedCss: manifest.inline['embed-css'].text,
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
