import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { closure, entryOf } from './module-graph.ts'

const KB = 1024

const LISTS = ['islands/widget/carousel-widget.tsx', 'islands/widget/grid-widget.tsx']

type Outputs = Metafile['outputs']
type Built = {
  boot: string
  embedCss: string
  widgetCss: string
  islands: Metafile
  watch: Metafile
  worker: Metafile
  partner: Buffer
  /** The public pages' style and scripts, by name. */
  publicPages: Record<'style' | 'every' | 'welcome', string>
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

/** The budgets of `performance.md` that a build can hold; each row is printed with what was measured. */
export function checkBudgets(built: Built): number {
  const { boot, embedCss, widgetCss, islands, watch, worker, partner, publicPages, read } = built
  const size = (paths: Iterable<string>, pack: (bytes: Buffer) => number) =>
    [...paths].reduce((sum, path) => sum + pack(read(path)), 0)

  const live = closure(islands.outputs, entryOf(islands.outputs, 'islands/embed/live.ts'))
  const tracking = closure(watch.outputs, entryOf(watch.outputs, 'islands/track/start-tracking.ts'))
  const widgetLive = closure(islands.outputs, entryOf(islands.outputs, 'islands/widget/live.ts'))
  const react = Object.keys(islands.outputs).filter(
    (path) =>
      holds(islands.outputs, path, 'node_modules/react') || holds(islands.outputs, path, 'signals-react'),
  )
  const ours = (source: string) => [entryOf(islands.outputs, source)]
  // What islands share is a file of its own, which is fetched once; libraries in it are counted by their share.
  const shared = (page: Set<string>, sources: readonly string[]) =>
    [...new Set(sources.flatMap((source) => [...closure(islands.outputs, entryOf(islands.outputs, source))]))]
      .filter((path) => !page.has(path) && !react.includes(path) && !islands.outputs[path]?.entryPoint)
      .reduce((sum, path) => sum + brotli(read(path)) * ownShare(islands.outputs, path), 0)
  const workerFiles = Object.keys(worker.outputs)
  const start = closure(worker.outputs, entryOf(worker.outputs, 'worker/index.ts'))
  const embedPage = closure(worker.outputs, entryOf(worker.outputs, 'worker/embed/page.tsx'), new Set(start))

  const rows: [string, number, number][] = [
    ['inline boot, br', brotli(boot), 1 * KB],
    ['inline CSS of the embed, br', brotli(embedCss), 2 * KB],
    ['tracking, the module after the picture, br', size(tracking, brotli), 5 * KB],
    ['live module with its imports, br', size(live, brotli), 5 * KB],
    ['React, React DOM and signals, br', size(react, brotli), 66 * KB],
    ['island hover-footer, br', size(ours('islands/embed/hover-footer.tsx'), brotli), 4 * KB],
    ['island mobile-footer, br', size(ours('islands/embed/mobile-footer.tsx'), brotli), 4 * KB],
    ['island share-menu, br', size(ours('islands/share/share-menu.tsx'), brotli), 4 * KB],
    ['island related-grid, br', size(ours('islands/embed/related-grid.tsx'), brotli), 6 * KB],
    ['island media-player, br', size(ours('islands/film/media-player.tsx'), brotli), 4 * KB],
    ['loopframe.js, br', brotli(partner), 4 * KB],
    ['style of the public pages, br', brotli(read(publicPages.style)), 6 * KB],
    ['script of every public page, br', brotli(read(publicPages.every)), 1.5 * KB],
    ['script of the welcome page, br', brotli(read(publicPages.welcome)), 5 * KB],
    ['inline CSS of a widget, br', brotli(widgetCss), 3 * KB],
    // With tracking and the host's messages in it, which the embed fetches as files of their own.
    ['live module of a widget with its imports, br', size(widgetLive, brotli), 8 * KB],
    ['island carousel, br', size(ours('islands/widget/carousel-widget.tsx'), brotli), 6 * KB],
    ['island grid, br', size(ours('islands/widget/grid-widget.tsx'), brotli), 6 * KB],
    ['tiles and lists, shared by islands, br', shared(widgetLive, LISTS), 7.5 * KB],
    ['worker, path of an embed, gzip', size(embedPage, gzip), 120 * KB],
    ['worker in all, gzip', size(workerFiles, gzip), 500 * KB],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  let over = 0
  for (const [name, bytes, budget] of rows) {
    const bad = bytes > budget || bytes === 0
    over += Number(bad)
    console.log(
      `${name.padEnd(width)}  ${(bytes / KB).toFixed(2).padStart(7)} KB  of ${budget / KB} KB${bad ? '  OVER' : ''}`,
    )
  }
  return over
}
