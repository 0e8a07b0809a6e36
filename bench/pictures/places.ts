import type { BenchBrowser } from '../client/browser.ts'
import type { Session } from '../client/cdp.ts'
import { evaluateInFrame } from '../client/evaluate-in-frame.ts'

/** A page that shows pictures, the size of its frame in CSS pixels, and which elements they are. */
export type Place = { path: string; width: number; height: number; picture: string }

export type Places = Record<'embed' | 'grid tile' | 'picker tile', Place[]>

type Listed = { id: string; images: { original?: { width: string; height: string } } }

/** A snippet's frame fits into a square of so many pixels (§9). */
const SNIPPET_PX = 480
/** The longest frame: every tile of a list is near its view. */
const LONG_PX = 12_000

/** Each GIF and sticker of the library in the frame of its snippet, all of them as tiles of a grid, and the picker. */
export async function placesOf(base: string): Promise<Places> {
  const items: Listed[] = []
  for (const type of ['gifs', 'stickers']) {
    for (let offset = 0; ; offset += 50) {
      const response = await fetch(`${base}/v1/${type}/trending?limit=50&offset=${offset}`)
      const { data } = (await response.json()) as { data: Listed[] }
      if (data.length === 0) break
      items.push(...data)
    }
  }
  const embed = items.flatMap(({ id, images: { original } }) => {
    const [wide, high] = [Number(original?.width), Number(original?.height)]
    const [width, height] = [wide, high].map((side) => Math.round((side * SNIPPET_PX) / Math.max(wide, high)))
    return width && height ? [{ path: `/embed/${id}`, width, height, picture: '.motion img' }] : []
  })
  const lists = chunks(items.map(({ id }) => id)).map((ids) => ({
    path: `/widgets/grid?limit=50&ids=${ids.join(',')}`,
    width: 480,
    height: LONG_PX,
    picture: '.loop-tile picture img',
  }))
  const picker = { path: '/widgets/picker', width: 380, height: LONG_PX, picture: '.loop-tile picture img' }
  return { embed, 'grid tile': lists, 'picker tile': [picker] }
}

const chunks = (ids: readonly string[], size = 50): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))

/** Pixels of the screen for each of CSS, and the types of pictures that the browser does not know. */
export type Screen = { scale: number; without: readonly string[] }

/** A page in a window of its own. */
async function openPage({
  root,
  sessionOf,
}: BenchBrowser): Promise<{ page: Session; close: () => Promise<unknown> }> {
  const { targetId } = await root.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await root.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  return { page: sessionOf(sessionId), close: () => root.send('Target.closeTarget', { targetId }) }
}

/** Runs in the page: the files that the browser chooses for these pictures, once it has chosen all. */
async function chosen(selector: string, patienceMs: number): Promise<string[]> {
  for (const start = performance.now(); ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const urls = [...document.querySelectorAll<HTMLImageElement>(selector)].map(
      ({ currentSrc }) => currentSrc,
    )
    const isLate = performance.now() - start > patienceMs
    if (isLate || urls.every((url) => url.startsWith('http'))) return urls
  }
}

const PATIENCE_MS = 8000

/** The average bytes of the files that a browser chooses in places. */
export async function averageBytes(
  browser: BenchBrowser,
  base: string,
  places: readonly Place[],
  { scale, without }: Screen,
): Promise<number> {
  const { page, close } = await openPage(browser)
  await page.send('Page.enable')
  if (without.length > 0) await page.send('Emulation.setDisabledImageTypes', { imageTypes: without })
  const urls: string[] = []
  for (const { path, width, height, picture } of places) {
    const size = { width, height, deviceScaleFactor: scale, mobile: false }
    await page.send('Emulation.setDeviceMetricsOverride', size)
    const loaded = new Promise<void>((resolve) => page.on('Page.loadEventFired', () => resolve()))
    await page.send('Page.navigate', { url: base + path })
    await loaded
    urls.push(...(await evaluateInFrame(page, chosen, picture, PATIENCE_MS)))
  }
  await close()
  const accept = ['avif', 'webp', 'gif']
    .filter((type) => !without.includes(type))
    .map((type) => `image/${type}`)
  const sizes: number[] = []
  for (const url of urls.filter((url) => url.startsWith('http'))) {
    const response = await fetch(url, { headers: { accept: accept.join(',') } })
    if (!response.ok) throw new Error(`${response.status} at ${url}`)
    sizes.push((await response.arrayBuffer()).byteLength)
  }
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length
}
