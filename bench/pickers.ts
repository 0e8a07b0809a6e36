import { freePort } from '../tools/steps/free-port.ts'
import { copyLibrary } from '../tools/steps/local-library.ts'
import { serveSimulated } from '../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../tools/steps/wait-until-up.ts'
import { type BenchBrowser, startBrowser } from './client/browser.ts'
import { startEdge } from './client/edge.ts'
import { evaluateInFrame } from './client/evaluate-in-frame.ts'
import { type Loaded, loadedFiles } from './client/frame-facts.ts'
import { heapKb } from './client/load-cost.ts'
import { startHost } from './client/pages.ts'
import { newProfile, visit } from './client/visit.ts'
import type { Figure, Findings } from './figure.ts'
import { longLists } from './pickers/long-lists.ts'
import { pickerFiles } from './pickers/other-pages.ts'
import { fillTo, firstPicture, searchTime } from './pickers/picker-facts.ts'
import { median } from './statistics.ts'

const RUNS = 5
const TERM = 'coffee'
/** A panel's usual size, in CSS pixels. */
const PANEL = { width: 380, height: 440 }
/** How many results a heap is measured with: one page of `gif-picker-react`, which has no second, and many. */
const RESULTS = { some: 50, many: 200 } as const

const PICKERS = {
  Loopframe: { path: '/widgets/picker', result: '.loop-tile' },
  'GIPHY SearchBar + Grid': { path: '/pickers/giphy', result: '.giphy-gif' },
  'gif-picker-react': { path: '/pickers/gifPickerReact', result: '.gpr-result-image' },
} as const
type Name = keyof typeof PICKERS
const NAMES = Object.keys(PICKERS) as Name[]

/** Of one visit: bytes on the wire and requests until the first result of a search, times in ms, heaps in KB. */
type Cost = {
  script: number
  style: number
  html: number
  json: number
  requests: number
  open: number
  search: number
  heapSome: number
  heapMany: number
}

/** Measures our picker beside two for React, over the same library: what opening it and one search cost. */
export async function benchPickers(): Promise<Findings> {
  const stops: (() => Promise<void>)[] = []
  try {
    const ports = { edge: await freePort(), product: await freePort(), host: await freePort() }
    stops.push(await serveSimulated({ port: ports.product, vars: {}, state: await copyLibrary() }))
    await waitUntilUp(`http://localhost:${ports.product}/healthz`)
    const [giphy, other, react] = await Promise.all([
      pickerFiles('giphy'),
      pickerFiles('gifPickerReact'),
      pickerFiles('react'),
    ])
    const base = `http://localhost:${ports.edge}`
    const lists = await longLists(`http://localhost:${ports.product}`, base)
    const own = { files: { ...giphy, ...other, ...react }, json: lists.answer }
    stops.push(await startEdge(ports.edge, ports.product, own))
    const frames = NAMES.map((name, at) => [`picker-${at}`, [base + PICKERS[name].path]])
    stops.push(await startHost(ports.host, Object.fromEntries(frames), PANEL))
    const browser = await startBrowser()
    stops.push(browser.stop)
    const costs = await measure(browser, ports.host, lists.firstFound)
    const [loader, reactAlone] = await Promise.all([
      bytesOf(`${base}/loopframe.js`),
      bytesOf(`${base}/pickers/react.js`),
    ])
    return findingsOf(costs, { loader, react: reactAlone })
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

const bytesOf = async (url: string) => {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'br' } })
  return Number(response.headers.get('content-length'))
}

/** Every picker in turn, run by run; the first run only fills the edge's memory. */
async function measure(browser: BenchBrowser, hostPort: number, firstId: string): Promise<Map<Name, Cost>> {
  const costs = new Map<Name, Cost[]>()
  for (let run = 0; run <= RUNS; run++) {
    for (const [at, name] of NAMES.entries()) {
      const cost = await costOf(browser, `http://127.0.0.1:${hostPort}/picker-${at}`, name, firstId)
      if (run > 0) costs.set(name, [...(costs.get(name) ?? []), cost])
    }
  }
  return new Map([...costs].map(([name, all]) => [name, medianOf(all)]))
}

function medianOf(all: readonly Cost[]): Cost {
  const parts = Object.keys(all[0] ?? {}) as (keyof Cost)[]
  return Object.fromEntries(parts.map((part) => [part, median(all.map((cost) => cost[part]))])) as Cost
}

async function costOf(browser: BenchBrowser, url: string, name: Name, firstId: string): Promise<Cost> {
  const { browserContextId, dispose } = await newProfile(browser)
  const { frames, leave } = await visit(browser, browserContextId, url, { settleMs: 1500 })
  const [frame] = frames
  if (!frame) throw new Error(`${name} has no frame`)
  const search = await evaluateInFrame(frame, searchTime, TERM, firstId)
  if (search < 0) throw new Error(`${name} found nothing`)
  const files = await evaluateInFrame(frame, loadedFiles)
  const open = await evaluateInFrame(frame, firstPicture)
  const heapAt = async (wanted: number) => {
    const count = await evaluateInFrame(frame, fillTo, PICKERS[name].result, wanted)
    return count < wanted ? Number.NaN : heapKb(frame)
  }
  const heapSome = await heapAt(RESULTS.some)
  const heapMany = await heapAt(RESULTS.many)
  await leave()
  await dispose()
  return { ...bytesByKind(files), open, search, heapSome, heapMany }
}

function bytesByKind(files: readonly Loaded[]) {
  const sum = (fits: (url: string, at: number) => boolean) =>
    files.filter(({ url }, at) => fits(url, at)).reduce((all, { bytes }) => all + bytes, 0)
  const isData = (url: string) => /\/v[12]\//.test(url)
  return {
    script: sum((url) => url.endsWith('.js')),
    style: sum((url) => url.endsWith('.css')),
    html: sum((_, at) => at === 0),
    json: sum(isData),
    requests: files.filter(({ url }) => !url.includes('/media/') && !url.startsWith('data:')).length,
  }
}

/** `loader`: of the partner's page with ours. `react`: of a page that has React anyway. */
function findingsOf(
  costs: ReadonlyMap<Name, Cost>,
  { loader, react }: { loader: number; react: number },
): Findings {
  const isOurs = (name: Name) => name === 'Loopframe'
  const rows = [...costs].map(([picker, { html, ...cost }]) => {
    const js = cost.script + (isOurs(picker) ? loader : 0)
    return {
      picker,
      'JS B': js,
      'JS without React B': js - (isOurs(picker) ? 0 : react),
      'HTML and CSS B': html + cost.style,
      'JSON B': cost.json,
      requests: cost.requests + (isOurs(picker) ? 1 : 0),
      'first picture ms': cost.open,
      'first result ms': cost.search,
      [`heap of ${RESULTS.some} KB`]: cost.heapSome,
      [`heap of ${RESULTS.many} KB`]: cost.heapMany,
    }
  })
  const [ours, ...others] = rows
  const figures = others.flatMap((other) =>
    (['JS B', 'first result ms', 'heap of 50 KB', 'heap of 200 KB'] as const).flatMap((part): Figure[] => {
      const value = Number(ours?.[part]) / Number(other[part])
      const what = `picker, ${part.replace(/ (B|ms|KB)$/, '')}`
      const figure = { what, unit: `of ${other.picker}'s`, value }
      return Number.isNaN(value) ? [{ ...figure, note: 'it has no second page' }] : [figure]
    }),
  )
  return {
    figures,
    tables: [{ title: 'pickers in a frame of 380x440, medians of interleaved runs', rows }],
  }
}
