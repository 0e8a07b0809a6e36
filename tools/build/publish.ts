import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../steps/run-step.ts'

/** Pages of an earlier build still name its files: those of this many builds stay (F18). */
const BUILDS_KEPT = 3

const SOURCES = ['worker', 'origin', 'islands', 'shared', 'static', 'tools/build', 'tools/reference']
const SOURCE_FILES = ['build.ts', 'package.json', 'package-lock.json', 'LICENSE', 'docs/react.md']
const TEST = /\.(test|spec)\.tsx?$/

const dist = join(root, 'dist')
const INPUTS = join(dist, 'inputs')
const TABLE = join(dist, 'sizes.txt')
const BUILDS = join(dist, 'builds.json')

/** The files below a folder, by their paths in it. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

/** Identifies everything that a build is made of. */
export function inputsHash(): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((folder) => filesIn(join(root, folder)).map((file) => join(folder, file)))
  for (const file of [...files, ...SOURCE_FILES]) {
    if (!TEST.test(file)) hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/** The table of sizes of the build in `dist/`, where it was made of the same inputs; undefined for another one. */
export function builtFrom(inputs: string): string | undefined {
  const isSame = existsSync(INPUTS) && existsSync(TABLE) && readFileSync(INPUTS, 'utf8') === inputs
  return isSame ? readFileSync(TABLE, 'utf8') : undefined
}

/** Puts files in their places one by one, each in one step: a reader finds the old one or the new one. */
function place(from: string, to: string, files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    renameSync(join(from, file), join(to, file))
  }
}

function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  for (const file of filesIn(folder)) if (!kept.has(file)) rmSync(join(folder, file))
}

/**
 * Puts a finished build into `dist/`. What is running goes on: its Worker's modules are in memory, and the assets of
 * earlier builds stay. Of the Worker its entry comes last, when all that it imports is there.
 */
export function publish(next: string): void {
  const builds = existsSync(BUILDS) ? (JSON.parse(readFileSync(BUILDS, 'utf8')) as string[][]) : []
  const assets = filesIn(join(next, 'assets'))
  const kept = [assets, ...builds.filter((files) => files.join() !== assets.join())].slice(0, BUILDS_KEPT)
  place(join(next, 'assets'), join(dist, 'assets'), assets)
  removeOthers(join(dist, 'assets'), new Set(kept.flat()))
  writeFileSync(BUILDS, JSON.stringify(kept))

  const packages = filesIn(join(next, 'packages'))
  place(join(next, 'packages'), join(dist, 'packages'), packages)
  removeOthers(join(dist, 'packages'), new Set(packages))

  const data = readdirSync(next).filter((name) => name.endsWith('.json'))
  place(next, dist, data)

  const worker = filesIn(join(next, 'worker'))
  const isEntry = (file: string) => file === 'index.js'
  place(join(next, 'worker'), join(dist, 'worker'), [
    ...worker.filter((file) => !isEntry(file)),
    ...worker.filter(isEntry),
  ])
  removeOthers(join(dist, 'worker'), new Set(worker))
  rmSync(next, { recursive: true, force: true })
}

/** Remembers what the build in `dist/` was made of, and its sizes: the next command has nothing to do. */
export function rememberBuild(inputs: string, table: string): void {
  writeFileSync(TABLE, table)
  writeFileSync(INPUTS, inputs)
}

/** Starts a build: the place for it is empty, and leftovers of ended ones are gone. */
export function clear(next: string): void {
  if (existsSync(dist)) {
    for (const name of readdirSync(dist)) {
      if (name.startsWith('.next-')) rmSync(join(dist, name), { recursive: true, force: true })
    }
  }
  mkdirSync(join(root, next, 'assets/static'), { recursive: true })
  cpSync(join(root, 'static'), join(root, next, 'assets/static'), { recursive: true })
}
