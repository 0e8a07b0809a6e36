import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { type BenchBrowser, startBrowser } from './browser.ts'
import { type OwnFile, startEdge } from './edge.ts'
import { giphyPage } from './giphy-page.ts'
import { heavyPicture } from './heavy-picture.ts'
import { pictureUrls, wideGifs } from './items.ts'
import { startHost } from './pages.ts'

const EMBEDS = 20

/** A plain picture (also with a footer of CSS), an embed with tracking and without, and GIPHY's component; twenty of each. */
export type PageName =
  | 'plain'
  | 'footer'
  | 'embed'
  | 'quiet'
  | 'giphy'
  | 'plains'
  | 'embeds'
  | 'quiets'
  | 'giphys'

export type ClientRig = { browser: BenchBrowser; pages: Record<PageName, string>; stop: () => Promise<void> }

/**
 * The product behind its edge on `localhost`, with tracking and without, the partner's pages on `127.0.0.1` (another site,
 * so frames are out of process), and a browser. Everything is stopped in reverse order, also if a start failed.
 */
export async function startClientRig(): Promise<ClientRig> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of stops.toReversed()) await end()
  }
  const startProduct = async (vars: Record<string, string>, files: Record<string, OwnFile>) => {
    const [product, edge] = [await freePort(), await freePort()]
    stops.push(await serveSimulated({ port: product, vars, state: await copyLibrary() }))
    stops.push(await startEdge(edge, product, { files, original }))
    return `http://localhost:${edge}`
  }
  const original = await heavyPicture()
  try {
    const files: Record<string, OwnFile> = {}
    const base = await startProduct({}, files)
    const quiet = await startProduct({ TRACKING: 'off' }, {})
    const browser = await startBrowser()
    stops.push(browser.stop)

    const ids = await wideGifs(base, EMBEDS)
    const giphy = await giphyPage('gif')
    files['/giphy/gif.js'] = { type: 'text/javascript; charset=utf-8', text: giphy.script }
    for (const id of ids) files[`/giphy/${id}`] = { type: 'text/html; charset=utf-8', text: giphy.html }
    const frames: Partial<Record<PageName, string[]>> = {
      embeds: ids.map((id) => `${base}/embed/${id}`),
      quiets: ids.map((id) => `${quiet}/embed/${id}`),
      giphys: ids.map((id) => `${base}/giphy/${id}`),
    }
    frames.embed = frames.embeds?.slice(0, 1) ?? []
    const host = await freePort()
    stops.push(await startHost(host, frames))
    const address = (name: PageName) => `http://127.0.0.1:${host}/${name}`
    const pictures = await pictureUrls(browser, address('embed'), ids)
    frames.plains = pictures.map((src) => `${base}/plain?src=${encodeURIComponent(src)}`)
    frames.plain = frames.plains.slice(0, 1)
    frames.footer = frames.plain.map((url) => `${url}&footer`)
    frames.quiet = frames.quiets?.slice(0, 1) ?? []
    frames.giphy = frames.giphys?.slice(0, 1) ?? []
    // Each page is fetched once before the runs, so that the edge's cache replaces the simulators.
    for (const url of [...(frames.embeds ?? []), ...(frames.quiets ?? [])]) await fetch(url)
    const names = Object.keys(frames) as PageName[]
    const pages = Object.fromEntries(names.map((name) => [name, address(name)])) as ClientRig['pages']
    return { browser, pages, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
