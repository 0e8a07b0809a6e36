import type { BenchBrowser } from './client/browser.ts'
import type { Findings } from './figure.ts'
import { averageBytes, type Places } from './pictures/places.ts'
import { WITHOUT, withPictures } from './pictures/rig.ts'

/** Average KB that each place loaded before the demo library had AVIF, at any density: WebP or GIF with all frames (M55). */
const BEFORE_KB: Readonly<Record<string, number>> = { embed: 190, 'grid tile': 50.9, 'picker tile': 38.9 }

/** Measures the bytes of what a browser chooses. */
export const benchPictures = (): Promise<Findings> =>
  withPictures(({ browser, base, places }) => measureBytes(browser, base, places))

/** Each place at one and two pixels of the screen for each of CSS, without AVIF and with it. */
async function measureBytes(browser: BenchBrowser, base: string, places: Places): Promise<Findings> {
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
