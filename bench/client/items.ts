import type { BenchBrowser } from './browser.ts'
import { evaluateInFrame } from './evaluate-in-frame.ts'
import { shownPicture } from './frame-facts.ts'
import { newProfile, visit } from './visit.ts'

type Listed = { id: string; images: { original?: { width: string; height: string } } }

/** Ids of 16:9 GIFs of the library. */
export async function wideGifs(base: string, count: number): Promise<string[]> {
  const response = await fetch(`${base}/v1/gifs/trending?limit=50`)
  const { data } = (await response.json()) as { data: Listed[] }
  const ids = data
    .filter(({ images: { original } }) => original?.width === '480' && original.height === '270')
    .map(({ id }) => id)
  if (ids.length < count)
    throw new Error(`The library has ${ids.length} GIFs of 480x270, ${count} are needed`)
  return ids.slice(0, count)
}

/** The files that the embeds show, so that the plain pages show the same: read once from the first, renamed for the rest. */
export async function pictureUrls(
  browser: BenchBrowser,
  page: string,
  ids: readonly string[],
): Promise<string[]> {
  const { browserContextId, dispose } = await newProfile(browser)
  const { frames, leave } = await visit(browser, browserContextId, page, { settleMs: 1500 })
  const shown = frames[0] ? await evaluateInFrame(frames[0], shownPicture) : ''
  await leave()
  await dispose()
  const [first = ''] = ids
  if (!shown.includes(first)) throw new Error('The embed shows no picture of its own')
  const urls = ids.map((id) => shown.replace(first, id))
  for (const url of urls)
    if (!(await fetch(url)).ok) throw new Error(`No picture at ${new URL(url).pathname}`)
  return urls
}
