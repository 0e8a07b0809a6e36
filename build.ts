/**
 * `npm run build`: dist/assets (hashed islands, static files), dist/manifest.json, dist/worker (code-split), dist/packages (for npm).
 * Prints every size that a visitor or an isolate pays, and fails when one is over its budget. Where nothing has changed
 * since the last build it prints that one's sizes; `--force` builds all the same.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as esbuild from 'esbuild'
import { ENTRIES } from './islands/manifest.ts'
import { checkBudgets } from './tools/build/budgets.ts'
import { assetsDir, buildIslands, buildPicker, buildWatch, common } from './tools/build/build-islands.ts'
import { entryOf } from './tools/build/module-graph.ts'
import { outDir } from './tools/build/out.ts'
import { buildPackages, elementTypes } from './tools/build/packages/build-packages.ts'
import { builtFrom, clear, inputsHash, publish, remember } from './tools/build/publish.ts'
import { assertStaffApart } from './tools/build/staff-apart.ts'
import { withLock } from './tools/lock.mjs'
import { openApi } from './tools/reference/openapi.ts'
import { SAMPLE } from './tools/reference/samples.ts'
import { root } from './tools/steps/run-step.ts'

const PUBLIC_STYLE = 'worker/public/public.css'
/** Beside the other, on the pages of people alone. */
const PEOPLE_STYLE = 'worker/people/people.css'
/** Likewise, wherever stories are. */
const STORIES_STYLE = 'worker/public/stories/stories.css'
/** Likewise, for the documentation. */
const DOCS_STYLE = 'worker/reference/docs.css'
const ADMIN = { script: 'islands/admin/start.tsx', style: 'islands/admin/admin.css' }
const PUBLIC_SCRIPTS = [
  'public',
  'welcome',
  'guide',
  'reference',
  'item',
  'favorites',
  'upload',
  'story',
  'direct',
  'direct-embed',
] as const

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

/** The public pages' style and scripts: apart from the islands, so that no embed ever pays for a page. */
async function buildPublic(liveUrls: readonly string[]) {
  const { metafile } = await esbuild.build({
    ...common,
    entryPoints: [
      PUBLIC_STYLE,
      PEOPLE_STYLE,
      STORIES_STYLE,
      DOCS_STYLE,
      ...PUBLIC_SCRIPTS.map((name) => ENTRIES[name].source),
    ],
    outdir: join(assetsDir, 'static'),
    outbase: root,
    // An embed that draws itself has the boot in its script.
    define: { ...common.define, LIVE_URLS: JSON.stringify(liveUrls) },
    entryNames: '[name]-[hash]',
    metafile: true,
  })
  const url = (source: string) => `/static/${basename(entryOf(metafile.outputs, source))}`
  return {
    scripts: Object.fromEntries(PUBLIC_SCRIPTS.map((name) => [name, url(ENTRIES[name].source)])) as Record<
      (typeof PUBLIC_SCRIPTS)[number],
      string
    >,
    styles: {
      public: url(PUBLIC_STYLE),
      people: url(PEOPLE_STYLE),
      stories: url(STORIES_STYLE),
      docs: url(DOCS_STYLE),
    },
    metafile,
  }
}

/** The staff pages: apart from everything else, so that nobody else pays for them. */
async function buildAdmin() {
  const { metafile } = await esbuild.build({
    ...common,
    entryPoints: [ADMIN.script, ADMIN.style],
    outdir: join(assetsDir, 'static'),
    entryNames: 'admin-[hash]',
    chunkNames: 'admin-[name]-[hash]',
    splitting: true,
    metafile: true,
  })
  const url = (source: string) => `/static/${basename(entryOf(metafile.outputs, source))}`
  return { script: url(ADMIN.script), style: url(ADMIN.style), metafile }
}

/** The loader of partners' pages: one file that stands alone, and the types of its elements. */
async function buildPartner() {
  const { metafile } = await esbuild.build({
    ...common,
    entryPoints: [ENTRIES.partner.source],
    outdir: join(assetsDir, 'static'),
    entryNames: '[name]-[hash]',
    format: 'iife',
    target: 'es2022',
    metafile: true,
  })
  writeFileSync(join(assetsDir, 'static/loopframe.d.ts'), elementTypes())
  return { url: `/static/${basename(entryOf(metafile.outputs, ENTRIES.partner.source))}`, metafile }
}

/**
 * React's public entry brings its streaming renderers beside `renderToString`: 32 KB gzip that nothing here calls. Each is
 * a file of its own, and is left empty. If React renames them, the budget of the embed's path says so.
 */
const noStreamingRenderer: esbuild.Plugin = {
  name: 'no streaming renderer',
  setup: ({ onLoad }) =>
    onLoad({ filter: /react-dom-server\.\w+\.production\.js$/ }, () => ({ contents: '' })),
}

/** What the Worker imports of the build is this build's, not the one in use. */
const builtData: esbuild.Plugin = {
  name: 'built data',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/dist\/[\w-]+\.json$/ }, ({ path }) => ({
      path: join(root, outDir, basename(path)),
    })),
}

/** The Worker: Hono and the cache at once; React, pages and the embedded origin behind `import()`. */
async function buildWorker() {
  return esbuild.build({
    ...common,
    entryPoints: ['worker/index.ts'],
    outdir: join(outDir, 'worker'),
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    metafile: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser', 'import'],
    external: ['node:*', 'cloudflare:*'],
    plugins: [...common.plugins, noStreamingRenderer, builtData],
  })
}

/** The example of docs/react.md, which `/docs` shows. */
const printedExample = (page: string): string => page.split('```tsx\n')[1]?.split('```')[0] ?? ''

/** Makes everything in `outDir`; returns the table of sizes and how many are over their budgets. */
async function build() {
  const islands = await buildIslands()
  const partner = await buildPartner()
  const watch = await buildWatch()
  const picker = await buildPicker()
  const publicPages = await buildPublic(islands.liveUrls)
  const admin = await buildAdmin()
  await buildPackages(join(outDir, 'packages'), join(assetsDir, partner.url))
  const manifest = {
    build: '',
    scripts: {
      ...islands.scripts,
      watch: watch.url,
      picker: picker.url,
      partner: partner.url,
      admin: admin.script,
      ...publicPages.scripts,
    },
    styles: { ...publicPages.styles, admin: admin.style },
    inline: {
      boot: await inline(ENTRIES.boot.source, { format: 'iife' }, { LIVE_URLS: islands.liveUrls }),
      notice: await inline(ENTRIES.notice.source, { format: 'iife' }),
      'embed-desktop-css': await inline(ENTRIES['embed-desktop-css'].source),
      'embed-phone-css': await inline(ENTRIES['embed-phone-css'].source),
      'page-css': await inline('worker/render/page.css'),
    },
  }
  manifest.build = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12)
  // A file of its own, so that other pages' code does not include it.
  const widgetStyle = await inline(ENTRIES['widget-css'].source)
  writeFileSync(join(outDir, 'widget-style.json'), `${JSON.stringify(widgetStyle, null, 2)}\n`)
  const pickerStyle = await inline(ENTRIES['picker-css'].source)
  writeFileSync(join(outDir, 'picker-style.json'), `${JSON.stringify(pickerStyle, null, 2)}\n`)
  writeFileSync(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const docs = {
    openApi: openApi(),
    sample: SAMPLE,
    reactExample: printedExample(readFileSync('docs/react.md', 'utf8')),
  }
  writeFileSync(join(outDir, 'docs.json'), `${JSON.stringify(docs, null, 1)}\n`)
  const worker = await buildWorker()
  const visitors = [islands, watch, picker, partner, publicPages]
  assertStaffApart(
    visitors.map(({ metafile }) => metafile),
    worker.metafile,
  )

  const read = (path: string) => readFileSync(path)
  const file = (url: string) => read(join(assetsDir, url))
  const { inline: texts, scripts, styles } = manifest
  return checkBudgets({
    entries: {
      boot: texts.boot.text,
      notice: texts.notice.text,
      'embed-desktop-css': texts['embed-desktop-css'].text,
      'embed-phone-css': texts['embed-phone-css'].text,
      'widget-css': widgetStyle.text,
      watch: file(scripts.watch),
      partner: file(scripts.partner),
      picker: file(scripts.picker),
      ...(Object.fromEntries(PUBLIC_SCRIPTS.map((name) => [name, file(scripts[name])])) as Record<
        (typeof PUBLIC_SCRIPTS)[number],
        Buffer
      >),
      'picker-css': pickerStyle.text,
    },
    publicStyle: file(styles.public),
    peopleStyle: file(styles.people),
    storiesStyle: file(styles.stories),
    docsStyle: file(styles.docs),
    adminStyle: file(styles.admin),
    islands: islands.metafile,
    admin: admin.metafile,
    worker: worker.metafile,
    read,
  })
}

const force = process.argv.includes('--force')
await withLock(root, 'build', async () => {
  const inputs = inputsHash()
  const known = force ? undefined : builtFrom(inputs)
  if (known !== undefined) return console.log(known)
  clear(outDir)
  const { table, over } = await build()
  publish(join(root, outDir))
  console.log(table)
  if (over === 0) return remember(inputs, table)
  console.error(`${over} budget(s) exceeded`)
  process.exitCode = 1
})
