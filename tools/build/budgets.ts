import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import {
  ADMIN,
  FILES,
  INLINE,
  ISLANDS,
  PAGE_SCRIPTS,
  PAGE_STYLES,
  PAGES,
  type Weighed,
} from '../../islands/manifest.ts'
import { closure, entryOf } from './module-graph.ts'

const KB = 1024

/** The islands that show a list: they wake at its end. */
const LISTS = Object.values(ISLANDS).filter(({ wakes }) => wakes === 'end')

/** What is weighed, its bytes, and its budget in bytes. */
type Row = [name: string, bytes: number, budget: number]

type Outputs = Metafile['outputs']
type Built = {
  /** The text or file that a source became. */
  madeOf: (source: string) => string | Buffer
  islands: Metafile
  admin: Metafile
  worker: Metafile
  read: (path: string) => Buffer
}

const brotli = (bytes: string | Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
const gzip = (bytes: string | Buffer) => gzipSync(bytes, { level: 9 }).length

const holds = (outputs: Outputs, path: string, part: string) =>
  Object.keys(outputs[path]?.inputs ?? {}).some((input) => input.includes(part))

/** How much of an output is our own code, from 0 to 1. */
function ownShare(outputs: Outputs, path: string): number {
  const inputs = Object.entries(outputs[path]?.inputs ?? {})
  const bytesOf = (all: typeof inputs) => all.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)
  return bytesOf(inputs.filter(([name]) => !name.includes('node_modules/'))) / Math.max(1, bytesOf(inputs))
}

const packed = (paths: Iterable<string>, pack: (bytes: Buffer) => number, read: Built['read']) =>
  [...paths].reduce((sum, path) => sum + pack(read(path)), 0)

/** What the embed's and the widget's pages fetch: their modules, React, the islands, and what islands share. */
function rowsOfIslands({ islands: { outputs }, read }: Built): Row[] {
  const size = (paths: Iterable<string>) => packed(paths, brotli, read)
  const react = Object.keys(outputs).filter(
    (path) => holds(outputs, path, 'node_modules/react') || holds(outputs, path, 'signals-react'),
  )
  const page = (source: string) => closure(outputs, entryOf(outputs, source))
  const widget = page(PAGES.widget.source)
  // The lists' shared code is a separate file, fetched once; libraries in it count by their share.
  const shared = [...new Set(LISTS.flatMap(({ source }) => [...page(source)]))]
    .filter((path) => !widget.has(path) && !react.includes(path) && !outputs[path]?.entryPoint)
    .reduce((sum, path) => sum + brotli(read(path)) * ownShare(outputs, path), 0)
  return [
    ...Object.entries(PAGES).map(
      ([name, { source, budget }]): Row => [
        `module of the ${name} page with its imports, br`,
        size(page(source)),
        budget * KB,
      ],
    ),
    ['React, React DOM and signals, br', size(react), 67 * KB],
    ...Object.entries(ISLANDS).map(
      ([name, { source, budget }]): Row => [
        `island ${name}, br`,
        size([entryOf(outputs, source)]),
        budget * KB,
      ],
    ),
    ['tiles and lists, shared by islands, br', shared, 9.5 * KB],
  ]
}

function rowsOfStaff({ admin: { outputs }, read }: Built): Row[] {
  const size = (paths: Iterable<string>) => packed(paths, brotli, read)
  const scripts = Object.keys(outputs).filter((path) => path.endsWith('.js'))
  return [
    ['style of staff pages, br', size([entryOf(outputs, ADMIN.style)]), 17.25 * KB],
    ['script of every staff page, br', size(closure(outputs, entryOf(outputs, ADMIN.script))), 160 * KB],
    ['scripts of staff pages, br', size(scripts), 302 * KB],
  ]
}

function rowsOfWorker({ worker: { outputs }, read }: Built): Row[] {
  const start = closure(outputs, entryOf(outputs, 'worker/index.ts'))
  const embed = closure(outputs, entryOf(outputs, 'worker/embed/page.tsx'), new Set(start))
  return [
    ['worker, path of an embed, gzip', packed(embed, gzip, read), 128 * KB],
    ['worker in all, gzip', packed(Object.keys(outputs), gzip, read), 618 * KB],
  ]
}

const OVER = '  OVER'

/** The rows of a table of sizes that are over their budgets. */
export const rowsOver = (table: string): string[] => table.split('\n').filter((row) => row.endsWith(OVER))

/** The budgets of M30 that a build can hold: a table as text, with the share that is used. */
export function tableOfSizes(built: Built): string {
  const files = [INLINE, FILES, PAGE_SCRIPTS, PAGE_STYLES].flatMap((table): Weighed[] => Object.values(table))
  const rows: Row[] = [
    ...files.map(
      ({ source, what, budget }): Row => [`${what}, br`, brotli(built.madeOf(source)), budget * KB],
    ),
    ...rowsOfStaff(built),
    ...rowsOfIslands(built),
    ...rowsOfWorker(built),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, bytes, budget]) => {
      const size = (bytes / KB).toFixed(2).padStart(7)
      const share = ((100 * bytes) / budget).toFixed(0).padStart(4)
      const mark = bytes > budget || bytes === 0 ? OVER : ''
      return `${name.padEnd(width)}  ${size} KB ${share} % of ${budget / KB} KB${mark}`
    })
    .join('\n')
}
