import { freePort } from '../tools/steps/free-port.ts'
import { copyLibrary } from '../tools/steps/local-library.ts'
import { serveSimulated } from '../tools/steps/serve-simulated.ts'
import { type BenchBrowser, startBrowser } from './client/browser.ts'
import { type OwnFile, startEdge } from './client/edge.ts'
import { giphyPage, type Widget } from './client/giphy-page.ts'
import { type Cost, loadCost, medianCost } from './client/load-cost.ts'
import { startHost } from './client/pages.ts'
import { type Figure, type Findings, ratioOfRounds } from './figure.ts'
import { rounded } from './statistics.ts'

const RUNS = 5
const WIDGETS: readonly Widget[] = ['carousel', 'grid']

/** A widget as it loads; one whose first page ends in view, so that React wakes at once; and GIPHY's own. */
const KINDS = ['ours', 'ours, awake', 'GIPHY'] as const
type Kind = (typeof KINDS)[number]

const pathOf: Record<Kind, (widget: Widget) => string> = {
  ours: (widget) => `/widgets/${widget}`,
  'ours, awake': (widget) => `/widgets/${widget}?limit=1`,
  GIPHY: (widget) => `/giphy/${widget}`,
}

const nameOf = (widget: Widget, kind: Kind) => `${widget}-${KINDS.indexOf(kind)}`

/** Measures our widgets against GIPHY's React widgets over the same library. */
export async function benchWidgets(): Promise<Findings> {
  const stops: (() => Promise<void>)[] = []
  try {
    const ports = { edge: await freePort(), product: await freePort(), host: await freePort() }
    stops.push(await serveSimulated({ port: ports.product, vars: {}, state: await copyLibrary() }))
    stops.push(await startEdge(ports.edge, ports.product, { files: await giphyFiles() }))
    const base = `http://localhost:${ports.edge}`
    const pages: Record<string, string[]> = {}
    for (const widget of WIDGETS) {
      for (const kind of KINDS) pages[nameOf(widget, kind)] = [base + pathOf[kind](widget)]
    }
    stops.push(await startHost(ports.host, pages))
    const browser = await startBrowser()
    stops.push(browser.stop)
    return findingsOf(await measure(browser, ports.host))
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function giphyFiles(): Promise<Record<string, OwnFile>> {
  const files: Record<string, OwnFile> = {}
  for (const widget of WIDGETS) {
    const { html, script } = await giphyPage(widget)
    files[`/giphy/${widget}`] = { type: 'text/html; charset=utf-8', text: html }
    files[`/giphy/${widget}.js`] = { type: 'text/javascript; charset=utf-8', text: script }
  }
  return files
}

/** Every page in turn, run by run; the first run only fills the edge's memory. */
async function measure(browser: BenchBrowser, hostPort: number): Promise<Map<string, Cost[]>> {
  const costs = new Map<string, Cost[]>()
  for (let run = 0; run <= RUNS; run++) {
    for (const widget of WIDGETS) {
      for (const kind of KINDS) {
        const name = nameOf(widget, kind)
        const cost = await loadCost(browser, `http://127.0.0.1:${hostPort}/${name}`)
        if (run > 0) costs.set(name, [...(costs.get(name) ?? []), cost])
      }
    }
  }
  return costs
}

/** Part of a cost and the most of GIPHY's that M30 allows (`docs/measurements.md`). */
const SHARES = [
  ['JS', 'script', 0.7],
  ['main-thread CPU', 'main', 0.6],
  ['heap', 'heapKb', 0.5],
] as const satisfies readonly (readonly [string, keyof Cost, number])[]

function findingsOf(rounds: ReadonlyMap<string, Cost[]>): Findings {
  const costs = new Map([...rounds].map(([name, all]) => [name, medianCost(all)]))
  const partsOf = (widget: Widget, kind: Kind, part: keyof Cost) =>
    (rounds.get(nameOf(widget, kind)) ?? []).map((cost) => cost[part])
  const costOf = (widget: Widget, kind: Kind, part: keyof Cost) =>
    costs.get(nameOf(widget, kind))?.[part] ?? Number.NaN
  const figures = WIDGETS.flatMap((widget): Figure[] => [
    ...SHARES.flatMap(([what, part, max]) => {
      const share = (kind: Kind) => ratioOfRounds(partsOf(widget, kind, part), partsOf(widget, 'GIPHY', part))
      const awake = rounded(share('ours, awake').value)
      return {
        what: `${widget}, ${what}`,
        unit: "of GIPHY's",
        ...share('ours'),
        budget: { max },
        note: `${awake} awake`,
      }
    }),
    {
      what: `${widget}, layout shift`,
      unit: 'score',
      value: costOf(widget, 'ours', 'shift'),
      budget: { max: 0 },
    },
  ])
  const rows = WIDGETS.flatMap((widget) =>
    KINDS.map((kind) => ({
      widget,
      whose: kind,
      'HTML B': costOf(widget, kind, 'html'),
      'JS B': costOf(widget, kind, 'script'),
      requests: costOf(widget, kind, 'requests'),
      'JS CPU ms': costOf(widget, kind, 'js'),
      'main CPU ms': costOf(widget, kind, 'main'),
      'heap KB': costOf(widget, kind, 'heapKb'),
      shift: costOf(widget, kind, 'shift'),
    })),
  )
  return {
    figures,
    tables: [{ title: 'widgets in a frame of 480x270, medians of interleaved runs', rows }],
  }
}
