import { needFfmpeg } from '../tools/steps/find-ffmpeg.ts'
import { freePort } from '../tools/steps/free-port.ts'
import type { BenchBrowser } from './client/browser.ts'
import { startHost } from './client/pages.ts'
import type { Findings } from './figure.ts'
import { type Playing, playing } from './pictures/playing.ts'
import { WITHOUT, withPictures } from './pictures/rig.ts'
import { median } from './statistics.ts'

const RUNS = 3
const EMBEDS = 20
const FRAME = { width: 480, height: 480 }

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

/** Measures pages of pictures while they play, beside GIPHY's. */
export function benchPlaying(): Promise<Findings> {
  needFfmpeg()
  return withPictures(async ({ browser, base, places, withWebp, stops }) => {
    const embeds = places.embed.slice(0, EMBEDS).map(({ path }) => base + path)
    const frames = {
      embeds,
      embed: embeds.slice(0, 1),
      grid: [`${base}/widgets/grid`],
      giphy: [`${base}/giphy/grid`],
    }
    const host = await freePort()
    stops.push(await startHost(host, frames, FRAME))
    const twins = withWebp()
    for (const [, page, without] of PAGES)
      if (without.length > 0) await playing(browser, `http://127.0.0.1:${host}/${page}`, without)
    await twins.made()
    return { figures: [], tables: [await measurePlaying(browser, host)] }
  })
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
