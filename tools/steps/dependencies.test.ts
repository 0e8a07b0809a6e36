import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageManifests } from '../build/packages/package-manifests.ts'
import { root } from './run-step.ts'

type Package = {
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const packageIn = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Package
const listedIn = (folder: string) => {
  const { dependencies, devDependencies, optionalDependencies } = packageIn(folder)
  return { ...dependencies, ...devDependencies, ...optionalDependencies }
}

const ROOT = '.'
/** Of the product, and of its tests and benchmarks. */
const FOLDERS = [ROOT, 'test', ...(packageIn(ROOT).workspaces ?? [])]
const LISTED = new Map(FOLDERS.map((folder) => [folder, listedIn(folder)]))

const SOURCES = globSync('{*,{shared,islands,worker,origin,tools,media,test,bench}/**/*}.{ts,tsx,mjs}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
})

/** What code loads by the name of a package: an import, a `require`, the package's command (`binOf`) or files (`folderOf`). */
const LOADED =
  /\b(?:from|import|import\(|require\(|createRequire\(import\.meta\.url\)\(|binOf\(|folderOf\()\s*'((?:@[\w.-]+\/)?\w[\w.-]*)(?=['/])/g

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
/** Runs the browser's tests, beside the checks of the root. */
const RUNNER = 'tools/checks/checks.ts'

/** The packages of ours whose lists a file may use. */
function listsOf(path: string): string[] {
  if (/^(test|bench)\//.test(path) || path === RUNNER) return ['test', ROOT]
  const own = FOLDERS.find((folder) => path.startsWith(`${folder}/`))
  if (own) return isTest(path) ? [own, ROOT] : [own]
  return [ROOT]
}

const namesIn = (text: string): string[] => [...text.matchAll(LOADED)].map(([, name = '']) => name)

const USES = SOURCES.flatMap((path) =>
  namesIn(read(path)).map((name) => ({ path, lists: listsOf(path), name })),
)

/** Those that the build makes: examples and tests load them as partners do. */
const OWN = Object.values(packageManifests({ version: '', license: '' })).map(({ name }) => name)

/**
 * Needed without being loaded: the Node that runs every command (`tools/run.mjs`), types of what is loaded, what a
 * package leaves to who installs it (its peers), and what the build puts in the place of React (`build-islands.ts`).
 */
const isImplied = (name: string) =>
  /^node-linux-|^@types\/|^(vite|styled-components|preact|@tiptap\/pm)$/.test(name)

/** Checks, tests, and what starts them: all else runs without the root's devDependencies, as `npm start` installs none. */
const TOOLS =
  /^(test|bench|tools\/(checks|tests))\/|^tools\/(check|step)\.ts$|^vitest\.config|\/test-[\w-]+\.ts$|\.test\.tsx?$/

const typeImports = /^import type [^']* from '[^']+'$/gm

describe('packages', () => {
  it('that a file loads are listed in its own package.json; tests may load those of the root too', () => {
    expect(USES.length).toBeGreaterThan(300)
    const isListed = ({ lists, name }: (typeof USES)[number]) =>
      lists.some((list) => name in (LISTED.get(list) ?? {}))
    expect(USES.filter((use) => !isListed(use) && !OWN.includes(use.name))).toEqual([])
  })

  it('that are listed are loaded by the same package', () => {
    for (const [folder, list] of LISTED) {
      const loaded = new Set(USES.filter(({ lists }) => lists.includes(folder)).map(({ name }) => name))
      const unused = Object.keys(list).filter((name) => !loaded.has(name) && !isImplied(name))
      expect(unused, folder).toEqual([])
    }
  })

  it('that are tools are loaded by no command of the product', () => {
    const { devDependencies = {} } = packageIn(ROOT)
    const commands = SOURCES.filter((path) => !TOOLS.test(path))
    expect(commands.length).toBeGreaterThan(300)
    const loaded = commands.flatMap((path) =>
      namesIn(read(path).replace(typeImports, ''))
        .filter((name) => name in devDependencies && !listsOf(path).includes('media'))
        .map((name) => ({ path, name })),
    )
    expect(loaded).toEqual([])
  })

  it('T47: have one exact version, wherever they are listed', () => {
    const versions = new Map<string, Set<string>>()
    for (const [name, version] of [...LISTED.values()].flatMap((list) => Object.entries(list))) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
      versions.set(name, (versions.get(name) ?? new Set()).add(version))
    }
    expect([...versions].filter(([, { size }]) => size > 1)).toEqual([])
  })

  it('miniflare and workerd are the versions that wrangler brings, so that there is one copy of each', () => {
    const wrangler = createRequire(import.meta.url)('wrangler/package.json') as Package
    for (const name of ['miniflare', 'workerd']) {
      expect(LISTED.get(ROOT)?.[name], name).toBe(wrangler.dependencies?.[name])
    }
  })
})
