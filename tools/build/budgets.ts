import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { ENTRIES, type EntryName, ISLANDS, PAGES } from '../../islands/manifest.ts'
import { closure, entryOf } from './module-graph.ts'

const KB = 1024

/** The islands that show a list: they wake at its end. */
const LISTS = Object.values(ISLANDS).filter(({ wakes }) => wakes === 'end')

/** What is weighed, its bytes, and its budget in bytes. */
type Row = [name: string, bytes: number, budget: number]

type Outputs = Metafile['outputs']
type Built = {
  /** Each entry's text or file. */
  entries: Record<EntryName, string | Buffer>
  /** The public pages' style. */
  publicStyle: Buffer
  /** The style of people's pages, beside it. */
  peopleStyle: Buffer
  /** The style of stories, likewise. */
  storiesStyle: Buffer
  /** The style of the documentation, likewise. */
  docsStyle: Buffer
  adminStyle: Buffer
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

/** The budgets of M30 that a build can hold; returns the table as text, and how many are exceeded. */
export function checkBudgets({
  entries,
  publicStyle,
  peopleStyle,
  storiesStyle,
  docsStyle,
  adminStyle,
  islands: { outputs },
  admin,
  worker,
  read,
}: Built) {
  const size = (paths: Iterable<string>, pack: (bytes: Buffer) => number) =>
    [...paths].reduce((sum, path) => sum + pack(read(path)), 0)

  const react = Object.keys(outputs).filter(
    (path) => holds(outputs, path, 'node_modules/react') || holds(outputs, path, 'signals-react'),
  )
  const page = (source: string) => closure(outputs, entryOf(outputs, source))
  const widget = page(PAGES.widget.source)
  // The lists' shared code is a separate file, fetched once; libraries in it count by their share.
  const shared = [...new Set(LISTS.flatMap(({ source }) => [...page(source)]))]
    .filter((path) => !widget.has(path) && !react.includes(path) && !outputs[path]?.entryPoint)
    .reduce((sum, path) => sum + brotli(read(path)) * ownShare(outputs, path), 0)
  const start = closure(worker.outputs, entryOf(worker.outputs, 'worker/index.ts'))
  const embedPage = closure(worker.outputs, entryOf(worker.outputs, 'worker/embed/page.tsx'), new Set(start))

  const adminStart = closure(admin.outputs, entryOf(admin.outputs, 'islands/admin/start.tsx'))
  const adminScripts = Object.keys(admin.outputs).filter((path) => path.endsWith('.js'))

  const rows: Row[] = [
    ...Object.entries(ENTRIES).map(
      ([name, { what, budget }]): Row => [`${what}, br`, brotli(entries[name as EntryName]), budget * KB],
    ),
    ['style of the public pages, br', brotli(publicStyle), 6 * KB],
    ['style of people’s pages, br', brotli(peopleStyle), 2 * KB],
    ['style of stories, br', brotli(storiesStyle), 2 * KB],
    ['style of the documentation, br', brotli(docsStyle), 2 * KB],
    ['style of staff pages, br', brotli(adminStyle), 16 * KB],
    ['script of every staff page, br', size(adminStart, brotli), 160 * KB],
    ['scripts of staff pages, br', size(adminScripts, brotli), 260 * KB],
    ...Object.entries(PAGES).map(
      ([name, { source, budget }]): Row => [
        `module of the ${name} page with its imports, br`,
        size(page(source), brotli),
        budget * KB,
      ],
    ),
    ['React, React DOM and signals, br', size(react, brotli), 66 * KB],
    ...Object.entries(ISLANDS).map(
      ([name, { source, budget }]): Row => [
        `island ${name}, br`,
        size([entryOf(outputs, source)], brotli),
        budget * KB,
      ],
    ),
    ['tiles and lists, shared by islands, br', shared, 7.5 * KB],
    ['worker, path of an embed, gzip', size(embedPage, gzip), 120 * KB],
    ['worker in all, gzip', size(Object.keys(worker.outputs), gzip), 500 * KB],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const isOver = ([, bytes, budget]: Row) => bytes > budget || bytes === 0
  const lines = rows.map(([name, bytes, budget]) => {
    const size = (bytes / KB).toFixed(2).padStart(7)
    return `${name.padEnd(width)}  ${size} KB  of ${budget / KB} KB${isOver([name, bytes, budget]) ? '  OVER' : ''}`
  })
  return { table: lines.join('\n'), over: rows.filter(isOver).length }
}
