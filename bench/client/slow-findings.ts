import { type Figure, type FigureTable, ratioOfRounds } from '../figure.ts'
import { median, quantile } from '../statistics.ts'
import type { Hover } from './hover.ts'
import type { Cost } from './load-cost.ts'
import type { SlowVisit } from './slow-device.ts'

/** Visits of a slow device, and hovers as fast as the machine is; of embeds, where no other page is named. */
export type Slow = {
  plain: SlowVisit[]
  cold: SlowVisit[]
  warm: SlowVisit[]
  giphyCold: SlowVisit[]
  giphyWarm: SlowVisit[]
  fast: Hover[]
  fastPlain: Hover[]
}

const lcp = (visits: readonly SlowVisit[]) => visits.map((one) => one.lcp)
const fcp = (visits: readonly { fcp: number }[]) => visits.map((one) => one.fcp)
const hovers = (visits: readonly SlowVisit[]) => visits.map(({ hover }) => hover)
const footers = (all: readonly Hover[]) => all.map(({ footer }) => footer)
const lives = (all: readonly Hover[]) => all.map(({ live }) => live)

/** The budget is of three quarters of the visits, and no median. */
function threeQuarters(own: readonly number[], other: readonly number[]): Pick<Figure, 'value' | 'spread'> {
  const least = median(other)
  const ratios = own.map((ms) => ms / least)
  return { value: quantile(ratios, 0.75), spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)] }
}

/**
 * A footer by that of a page whose style sheet alone shows it, 150 ms later; a live island by the first paint of GIPHY's
 * page on the same device, which is live then.
 */
export const slowFigures = (slow: Slow, giphy: readonly Cost[]): Figure[] => [
  {
    what: 'LCP, slow 4G and 4x CPU',
    unit: 'of plain',
    ...ratioOfRounds(lcp(slow.cold), lcp(slow.plain)),
    budget: { max: 1.1 },
  },
  {
    what: 'hover to footer, 1x',
    unit: 'of CSS alone',
    ...ratioOfRounds(footers(slow.fast), footers(slow.fastPlain)),
    budget: { max: 1.1 },
  },
  {
    what: 'hover to footer, 4x slow 4G, cold',
    unit: 'of CSS alone, p75',
    ...threeQuarters(footers(hovers(slow.cold)), footers(hovers(slow.plain))),
    budget: { max: 1.14 },
  },
  {
    what: 'hover to footer, 4x slow 4G, warm',
    unit: 'of CSS alone, p75',
    ...threeQuarters(footers(hovers(slow.warm)), footers(hovers(slow.plain))),
    budget: { max: 1.14 },
  },
  {
    what: 'hover to live island, 1x',
    unit: "of GIPHY's first paint",
    ...ratioOfRounds(lives(slow.fast), fcp(giphy)),
    budget: { max: 0.56 },
  },
  {
    what: 'hover to live island, 4x slow 4G, cold',
    unit: "of GIPHY's first paint",
    ...ratioOfRounds(lives(hovers(slow.cold)), fcp(slow.giphyCold)),
    budget: { max: 0.57 },
  },
  {
    what: 'hover to live island, 4x slow 4G, warm',
    unit: "of GIPHY's first paint",
    ...ratioOfRounds(lives(hovers(slow.warm)), fcp(slow.giphyWarm)),
    budget: { max: 0.8 },
  },
]

export function slowTable(slow: Slow): FigureTable {
  const rows: [what: string, times: number[]][] = [
    ['LCP of a plain picture', lcp(slow.plain)],
    ['LCP of an embed', lcp(slow.cold)],
    ["first paint of GIPHY's, cold", fcp(slow.giphyCold)],
    ["first paint of GIPHY's, warm", fcp(slow.giphyWarm)],
    ['hover to footer of CSS alone, 1x', footers(slow.fastPlain)],
    ['hover to footer of CSS alone, slow', footers(hovers(slow.plain))],
    ['hover to footer, 1x', footers(slow.fast)],
    ['hover to footer, cold', footers(hovers(slow.cold))],
    ['hover to footer, warm', footers(hovers(slow.warm))],
    ['hover to live island, 1x', lives(slow.fast)],
    ['hover to live island, cold', lives(hovers(slow.cold))],
    ['hover to live island, warm', lives(hovers(slow.warm))],
  ]
  return {
    title: 'client, slow device: CPU 4x, 1.6 Mbps, 150 ms (1x: as the machine is); in ms',
    rows: rows.map(([what, times]) => ({
      what,
      median: median(times),
      min: Math.min(...times),
      max: Math.max(...times),
    })),
  }
}
