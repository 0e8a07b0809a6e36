/**
 * `npm run build`: dist/assets (hashed islands, static files), dist/manifest.json, dist/worker (code-split), dist/packages (for npm).
 * Prints every size that a visitor or an isolate pays, and fails when one is over its budget; with `--warn` it prints those
 * alone, and does not fail. Where nothing has changed since the last build it prints that one's sizes; `--force` builds all
 * the same.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import * as esbuild from 'esbuild'
import { ADMIN, FILES, INLINE, PAGE_SCRIPTS, PAGE_STYLES } from './islands/manifest.ts'
import { rowsOver, tableOfSizes } from './tools/build/budgets.ts'
import { assetsDir, buildAlone, buildIslands, common } from './tools/build/build-islands.ts'
import { withoutBareImports } from './tools/build/lean-imports.ts'
import { entryOf } from './tools/build/module-graph.ts'
import { outDir } from './tools/build/out.ts'
import { buildPackages, elementTypes } from './tools/build/packages/build-packages.ts'
import { builtFrom, clear, inputsHash, publish, rememberBuild } from './tools/build/publish.ts'
import { assertStaffApart } from './tools/build/staff-apart.ts'
import { withLock } from './tools/lock.mjs'
import { openApi } from './tools/reference/openapi.ts'
import { SAMPLE } from './tools/reference/samples.ts'
import { root } from './tools/steps/run-step.ts'

type Outputs = esbuild.Metafile['outputs']

/** The URL of the file that a source became. */
const urlOf = (outputs: Outputs, source: string) => `/static/${basename(entryOf(outputs, source))}`

/** The same for the rows of a table, by their names. */
const urlsOf = (outputs: Outputs, table: Readonly<Record<string, { source: string }>>) =>
  Object.fromEntries(Object.entries(table).map(([name, { source }]) => [name, urlOf(outputs, source)]))

/**
 * A text that goes into the page itself, and the CSP source that allows exactly it. URLs are put in afterwards: told of
 * one that it cannot resolve, esbuild brings half a kilobyte of helpers.
 */
async function buildInline(source: string, liveUrls: readonly string[]) {
  const { outputFiles } = await esbuild.build({
    ...common,
    // Modules are strict by themselves: without this, esbuild begins each text with 'use strict'.
    tsconfigRaw: {},
    entryPoints: [source],
    format: 'iife',
    write: false,
  })
  const text = (outputFiles?.[0]?.text.trim() ?? '').replace('LIVE_URLS', JSON.stringify(liveUrls))
  return { text, csp: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}

/** The public pages' styles and scripts: apart from the islands, so that no embed ever pays for a page. */
async function buildPublic(liveUrls: readonly string[]) {
  const { metafile } = await esbuild.build({
    ...common,
    entryPoints: [...Object.values(PAGE_STYLES), ...Object.values(PAGE_SCRIPTS)].map(({ source }) => source),
    outdir: join(assetsDir, 'static'),
    outbase: root,
    // An embed that draws itself has the boot in its script.
    define: { ...common.define, LIVE_URLS: JSON.stringify(liveUrls) },
    entryNames: '[name]-[hash]',
    metafile: true,
  })
  return metafile
}

/** The staff pages: apart from everything else, so that no visitor pays for them. */
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
  return metafile
}

/** The loader of partners' pages: one file that stands alone, and the types of its elements. */
async function buildPartner() {
  const { metafile } = await esbuild.build({
    ...common,
    entryPoints: [FILES.partner.source],
    outdir: join(assetsDir, 'static'),
    entryNames: '[name]-[hash]',
    format: 'iife',
    target: 'es2022',
    metafile: true,
  })
  writeFileSync(join(assetsDir, 'static/loopframe.d.ts'), elementTypes())
  return metafile
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

/** The names of all authenticators, which the library of passkeys has and nothing here reads: 11 KB gzip. */
const noAuthenticatorNames: esbuild.Plugin = {
  name: 'no names of authenticators',
  setup: ({ onLoad }) =>
    onLoad({ filter: /webauthn\/dist\/esm\/authenticatorMetadata\.js$/ }, () => ({
      contents: 'export const authenticatorMetadata = {}',
    })),
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
  const built = await esbuild.build({
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
    plugins: [...common.plugins, noStreamingRenderer, noAuthenticatorNames, builtData],
  })
  const { outputs } = built.metafile
  const paths = Object.keys(outputs).filter((path) => path.endsWith('.js'))
  const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  for (const [path, text] of withoutBareImports(files, entryOf(outputs, 'worker/index.ts')))
    writeFileSync(join(root, path), text)
  return built
}

/** The example of docs/react.md, which `/docs` shows. */
const printedExample = (page: string): string => page.split('```tsx\n')[1]?.split('```')[0] ?? ''

const writeJson = (name: string, value: unknown) =>
  writeFileSync(join(outDir, name), `${JSON.stringify(value, null, 2)}\n`)

/** What `/docs` shows, and where the reference is: a file, so that the Worker need not hold it. */
function writeDocs(): void {
  const reference = JSON.stringify(openApi())
  const hash = createHash('sha256').update(reference).digest('hex').slice(0, 8).toUpperCase()
  const url = `/static/reference-${hash}.json`
  writeFileSync(join(assetsDir, url), reference)
  const reactExample = printedExample(readFileSync('docs/react.md', 'utf8'))
  writeJson('docs.json', { reference: url, sample: SAMPLE, reactExample })
}

/** The browser's files: what the Worker's pages name of them, the text or file of each source, and what esbuild says. */
async function buildBrowser() {
  const islands = await buildIslands()
  const visitors = await Promise.all([
    buildAlone('watch'),
    buildAlone('picker'),
    buildPartner(),
    buildPublic(islands.liveUrls),
  ])
  const admin = await buildAdmin()
  const texts = await Promise.all(
    Object.entries(INLINE).map(async ([name, row]) => ({
      ...row,
      name,
      inline: await buildInline(row.source, islands.liveUrls),
    })),
  )
  for (const { file, inline } of texts) if (file) writeJson(file, inline)

  const outputs: Outputs = Object.assign({}, ...visitors.map((metafile) => metafile.outputs))
  const manifest = {
    scripts: {
      ...islands.scripts,
      ...urlsOf(outputs, { ...FILES, ...PAGE_SCRIPTS }),
      admin: urlOf(admin.outputs, ADMIN.script),
    },
    styles: { ...urlsOf(outputs, PAGE_STYLES), admin: urlOf(admin.outputs, ADMIN.style) },
    inline: Object.fromEntries(texts.filter(({ file }) => !file).map(({ name, inline }) => [name, inline])),
  }
  const madeOf = (source: string) =>
    texts.find((text) => text.source === source)?.inline.text ?? readFileSync(entryOf(outputs, source))
  return {
    islands: islands.metafile,
    visitors: [islands.metafile, ...visitors],
    outputs,
    admin,
    manifest,
    madeOf,
  }
}

/** Makes everything in `outDir`; returns the table of sizes. */
async function build(): Promise<string> {
  const { islands, visitors, outputs, admin, manifest, madeOf } = await buildBrowser()
  const id = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12)
  writeJson('manifest.json', { build: id, ...manifest })
  await buildPackages(join(outDir, 'packages'), join(assetsDir, urlOf(outputs, FILES.partner.source)))
  writeDocs()
  const { metafile: worker } = await buildWorker()
  assertStaffApart(visitors, worker)
  return tableOfSizes({ madeOf, islands, admin, worker, read: (path) => readFileSync(path) })
}

/** The table of sizes of the build in `dist/`, which is made again where anything has changed. */
async function builtTable(force: boolean): Promise<string> {
  const inputs = inputsHash()
  const known = force ? undefined : builtFrom(inputs)
  if (known !== undefined) return known
  clear(outDir)
  const table = await build()
  publish(join(root, outDir))
  rememberBuild(inputs, table)
  return table
}

const { force, warn } = parseArgs({
  options: { force: { type: 'boolean', default: false }, warn: { type: 'boolean', default: false } },
}).values
await withLock(root, 'build', async () => {
  const table = await builtTable(force)
  const over = rowsOver(table)
  if (!warn) console.log(table)
  if (over.length === 0) return
  console.error(`${over.length} size budget(s) exceeded (CONTRIBUTING: "When a budget is over")`)
  if (warn) console.error(over.join('\n'))
  else process.exitCode = 1
})
