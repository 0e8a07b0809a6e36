import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { type BenchBrowser, startBrowser } from './browser.ts'
import { startEdge } from './edge.ts'
import { heavyPicture } from './heavy-picture.ts'
import { pictureUrls, wideGifs } from './items.ts'
import { startHost } from './pages.ts'

const EMBEDS = 20

type PageName = 'plain' | 'embed' | 'plains' | 'embeds'

export type ClientRig = { browser: BenchBrowser; pages: Record<PageName, string>; stop: () => Promise<void> }

/**
 * The product behind its edge on `localhost`, the partner's pages on `127.0.0.1` (another site, so frames are out of
 * process), and a browser. Everything is stopped in reverse order, also if a start failed.
 */
export async function startClientRig(): Promise<ClientRig> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of stops.toReversed()) await end()
  }
  try {
    const ports = { edge: await freePort(), product: await freePort(), host: await freePort() }
    stops.push(await serveSimulated({ port: ports.product, vars: {}, state: await copyLibrary() }))
    stops.push(await startEdge(ports.edge, ports.product, { original: await heavyPicture() }))
    const browser = await startBrowser()
    stops.push(browser.stop)

    const base = `http://localhost:${ports.edge}`
    const ids = await wideGifs(base, EMBEDS)
    const frames: Partial<Record<PageName, string[]>> = { embeds: ids.map((id) => `${base}/embed/${id}`) }
    frames.embed = frames.embeds?.slice(0, 1) ?? []
    stops.push(await startHost(ports.host, frames))
    const address = (name: PageName) => `http://127.0.0.1:${ports.host}/${name}`
    const pictures = await pictureUrls(browser, address('embed'), ids)
    frames.plains = pictures.map((src) => `${base}/plain?src=${encodeURIComponent(src)}`)
    frames.plain = frames.plains.slice(0, 1)
    // Each embed is fetched once before the runs, so that the edge's cache replaces the simulators.
    for (const url of frames.embeds ?? []) await fetch(url)
    const pages = {
      plain: address('plain'),
      embed: address('embed'),
      plains: address('plains'),
      embeds: address('embeds'),
    }
    return { browser, pages, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
