import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { type BenchBrowser, startBrowser } from '../client/browser.ts'
import { startEdge } from '../client/edge.ts'
import { giphyPage } from '../client/giphy-page.ts'
import { type Places, placesOf } from './places.ts'
import { type WebpTwins, webpTwins } from './webp-of.ts'

/** A browser without AVIF. */
export const WITHOUT = ['avif']

export type PictureRig = {
  browser: BenchBrowser
  base: string
  places: Places
  /** Puts WebPs of the AVIFs' frames in the place of GIFs from here on. */
  withWebp: () => WebpTwins
  stops: (() => Promise<void>)[]
}

/** Uses the demo library behind its edge, beside GIPHY's grid, and a browser. */
export async function withPictures<T>(use: (rig: PictureRig) => Promise<T>): Promise<T> {
  const stops: (() => Promise<void>)[] = []
  try {
    const ports = { edge: await freePort(), product: await freePort() }
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
    const browser = await startBrowser()
    stops.push(browser.stop)
    const withWebp = () => {
      hasWebp = true
      return twins
    }
    return await use({ browser, base, places, withWebp, stops })
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
