import { median } from '../statistics.ts'
import type { BenchBrowser } from './browser.ts'
import type { Session } from './cdp.ts'
import { evaluateInFrame } from './evaluate-in-frame.ts'
import { type Loaded, loadedFiles, paints } from './frame-facts.ts'
import { newProfile, visit } from './visit.ts'

/** Long enough for the boot's last timer (700 ms) and the first pingbacks. */
const SETTLE_MS = 1500

/** The total cost of a page's frames: bytes on the wire, times in ms of the main thread. */
export type Cost = {
  html: number
  script: number
  picture: number
  other: number
  requests: number
  js: number
  main: number
  heapKb: number
  shift: number
  /** The first paint of the first frame. */
  fcp: number
}

type Kind = 'html' | 'script' | 'picture' | 'other'

const kindOf = ({ url }: Loaded, at: number): Kind =>
  at === 0
    ? 'html'
    : /\.js$/.test(url)
      ? 'script'
      : /\.(avif|webp|gif|png|svg|mp4|jpg)$/.test(url)
        ? 'picture'
        : 'other'

const NOTHING: Cost = {
  html: 0,
  script: 0,
  picture: 0,
  other: 0,
  requests: 0,
  js: 0,
  main: 0,
  heapKb: 0,
  shift: 0,
  fcp: Number.NaN,
}

/** Loads a page in a fresh profile and adds up the cost of its frames. */
export async function loadCost(browser: BenchBrowser, url: string): Promise<Cost> {
  const { browserContextId, dispose } = await newProfile(browser)
  const { frames, leave } = await visit(browser, browserContextId, url, { settleMs: SETTLE_MS })
  const cost = { ...NOTHING }
  const meters = await Promise.all(frames.map(readMeters))
  for (const { js } of meters) cost.js += js
  // Frames of one site share a process: its main thread and its heap are counted once, by its first frame.
  const processes = Map.groupBy(meters, ({ isolate }) => isolate)
  for (const [first, ...rest] of processes.values()) {
    cost.main += Math.max(...[first, ...rest].map((meter) => meter?.main ?? 0))
    if (first) cost.heapKb += await heapKb(first.frame)
  }
  const seen = await Promise.all(
    frames.map((frame) => Promise.all([evaluateInFrame(frame, loadedFiles), evaluateInFrame(frame, paints)])),
  )
  cost.fcp = seen[0]?.[1].fcp ?? Number.NaN
  for (const [files, { shift }] of seen) {
    cost.requests += files.length
    cost.shift += shift
    for (const [at, file] of files.entries()) cost[kindOf(file, at)] += file.bytes
  }
  await leave()
  await dispose()
  return cost
}

async function readMeters(frame: Session) {
  const { metrics } = await frame.send<{ metrics: { name: string; value: number }[] }>(
    'Performance.getMetrics',
  )
  const { id } = await frame.send<{ id: string }>('Runtime.getIsolateId')
  const ms = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1000
  // Scripts, outermost calls alone, and what V8 compiles before them.
  return { frame, isolate: id, js: ms('ScriptDuration') + ms('V8CompileDuration'), main: ms('TaskDuration') }
}

/** The heap in KB after everything that is unused is gone. */
export async function heapKb(frame: Session): Promise<number> {
  for (let times = 0; times < 2; times++) await frame.send('HeapProfiler.collectGarbage')
  const { usedSize } = await frame.send<{ usedSize: number }>('Runtime.getHeapUsage')
  return usedSize / 1024
}

/** The median of each field. */
export function medianCost(costs: readonly Cost[]): Cost {
  const parts = Object.keys(costs[0] ?? {}) as (keyof Cost)[]
  return Object.fromEntries(parts.map((part) => [part, median(costs.map((cost) => cost[part]))])) as Cost
}
