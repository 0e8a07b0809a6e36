import { freePort } from '../tools/steps/free-port.ts'
import { copyLibrary } from '../tools/steps/local-library.ts'
import { serveSimulated } from '../tools/steps/serve-simulated.ts'
import { type BenchBrowser, startBrowser } from './client/browser.ts'
import { startEdge } from './client/edge.ts'
import { giphyPage } from './client/giphy-page.ts'
import { startHost } from './client/pages.ts'
import type { Findings } from './figure.ts'
import { averageBytes, placesOf } from './pictures/places.ts'
import { type Playing, playing } from './pictures/playing.ts'
import { webpTwins } from './pictures/webp-of.ts'
import { median } from './statistics.ts'

const RUNS = 3
const EMBEDS = 20
const FRAME = { width: 480, height: 480 }
/** A browser without AVIF. */
const WITHOUT = ['avif']
/** Average KB that each place loaded before the demo library had AVIF, at any density: WebP or GIF with all frames (M55). */
const BEFORE_KB: Readonly<Record<string, number>> = { embed: 190, 'grid tile': 50.9, 'picker tile': 38.9 }

/** Pages in frames, and the types that their browser does not know. WebPs are made of the AVIFs' frames. */
const PAGES = [
  ['1 embed, AVIF', 'embed', []],
  ['1 embed, WebP', 'embed', WITHOUT],
  ['20 embeds, AVIF', 'embeds', []],
  ['20 embeds, WebP', 'embeds', WITHOUT],
  ['grid, AVIF', 'grid', []],
  ['grid, WebP', 'grid', WITHOUT],
  ["GIPHY's grid", 'giphy', []],
] as const

/** Measures what pictures cost: bytes of what a browser chooses, and pages of them while they play, beside GIPHY's. */
export async function benchPictures(): Promise<Findings> {
  const stops: (() => Promise<void>)[] = []
  try {
    const ports = { edge: await freePort(), product: await freePort(), host: await freePort() }
    stops.push(await serveSimulated({ port: ports.product, vars: {}, state: await copyLibrary() }))
    const { html, script } = await giphyPage('grid')
    const files = {
      '/giphy/grid': { type: 'text/html; charset=utf-8', text: html },
      '/giphy/grid.js': { type: 'text/javascript; charset=utf-8', text: script },
    }
    const twins = webpTwins(`http://localhost:${ports.product}`)
    let hasWebp = false
    const webp = (path: string) => (hasWebp ? twins.of(path) : undefined)
    stops.push(await startEdge(ports.edge, ports.product, { files, webp }))
    const base = `http://localhost:${ports.edge}`
    const places = await placesOf(base)
    const embeds = places.embed.slice(0, EMBEDS).map(({ path }) => base + path)
    const frames = {
      embeds,
      embed: embeds.slice(0, 1),
      grid: [`${base}/widgets/grid`],
      giphy: [`${base}/giphy/grid`],
    }
    stops.push(await startHost(ports.host, frames, FRAME))
    const browser = await startBrowser()
    stops.push(browser.stop)
    const bytes = await measureBytes(browser, base, places)
    hasWebp = true
    for (const [, page, without] of PAGES)
      if (without.length > 0) await playing(browser, `http://127.0.0.1:${ports.host}/${page}`, without)
    await twins.made()
    return { ...bytes, tables: [...bytes.tables, await measurePlaying(browser, ports.host)] }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** Each place at one and two pixels of the screen for each of CSS, without AVIF and with it. */
async function measureBytes(
  browser: BenchBrowser,
  base: string,
  places: Awaited<ReturnType<typeof placesOf>>,
): Promise<Findings> {
  const rows: { place: string; 'before KB': number; 'without AVIF KB': number; KB: number; ratio: number }[] =
    []
  for (const [place, all] of Object.entries(places)) {
    const before = BEFORE_KB[place] ?? Number.NaN
    for (const scale of [1, 2]) {
      const without = (await averageBytes(browser, base, all, { scale, without: WITHOUT })) / 1024
      const KB = (await averageBytes(browser, base, all, { scale, without: [] })) / 1024
      const name = `${place}, ${scale}x`
      rows.push({ place: name, 'before KB': before, 'without AVIF KB': without, KB, ratio: KB / before })
    }
  }
  return {
    figures: rows.map(({ place, ratio }) => ({
      what: `picture of an ${place}`.replace('an grid', 'a grid').replace('an picker', 'a picker'),
      unit: 'of what it was',
      value: ratio,
      budget: { max: 0.3 },
    })),
    tables: [{ title: 'pictures: average bytes of what a browser chooses, over all items', rows }],
  }
}

/** Every page in turn, run by run. */
async function measurePlaying(browser: BenchBrowser, hostPort: number) {
  const found = new Map<string, Playing[]>()
  for (let run = 0; run < RUNS; run++) {
    for (const [what, page, without] of PAGES) {
      const one = await playing(browser, `http://127.0.0.1:${hostPort}/${page}`, without)
      found.set(what, [...(found.get(what) ?? []), one])
    }
  }
  return {
    title: 'pictures: pages while they play, and paints on slow 4G with 4x CPU; medians of interleaved runs',
    rows: [...found].map(([page, all]) => ({
      page,
      'renderer CPU %': median(all.map(({ renderer }) => renderer)),
      'GPU process CPU %': median(all.map(({ gpu }) => gpu)),
      'memory MB': median(all.map(({ memory }) => memory)),
      'last LCP in view ms': median(all.map(({ lcp }) => lcp)),
    })),
  }
}
