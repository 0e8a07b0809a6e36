import type { Figure, FigureTable } from '../figure.ts'
import { median, quantile } from '../statistics.ts'
import type { Hover } from './hover.ts'
import type { Cost } from './load-cost.ts'

export const ROWS = [
  ['plain', '1 plain picture'],
  ['embed', '1 embed'],
  ['plains', '20 plain pictures'],
  ['embeds', '20 embeds'],
] as const

export type Costs = Record<(typeof ROWS)[number][0], Cost>

export type Slow = { lcp: { plain: number[]; embed: number[] }; fast: Hover[]; cold: Hover[]; warm: Hover[] }

export const loadFigures = ({ embed, embeds, plains }: Costs): Figure[] => [
  { what: 'HTML of an embed', unit: 'KB br', value: embed.html / 1024, budget: { max: 3 } },
  { what: 'script before intent', unit: 'KB br', value: embed.script / 1024, budget: { max: 5 } },
  { what: 'requests before intent, 1 embed', unit: 'requests', value: embed.requests, budget: { max: 3 } },
  { what: 'JS CPU at load, 1 embed', unit: 'ms', value: embed.js, budget: { max: 4 } },
  { what: 'JS CPU at load, 20 embeds', unit: 'ms', value: embeds.js, budget: { max: 40 } },
  { what: 'heap, 20 embeds', unit: 'of plain', value: embeds.heapKb / plains.heapKb, budget: { max: 1.08 } },
  {
    what: 'main-thread CPU, 20 embeds',
    unit: 'of plain',
    value: embeds.main / plains.main,
    budget: { max: 1.4 },
  },
  { what: 'layout shift, 20 embeds', unit: 'score', value: embeds.shift, budget: { max: 0 } },
]

const footers = (hovers: readonly Hover[]) => hovers.map(({ footer }) => footer)
const lives = (hovers: readonly Hover[]) => hovers.map(({ live }) => live)

export const slowFigures = ({ lcp, fast, cold, warm }: Slow): Figure[] => [
  {
    what: 'LCP, slow 4G and 4x CPU',
    unit: 'of plain',
    value: median(lcp.embed) / median(lcp.plain),
    budget: { max: 1.1 },
  },
  // 150 ms and one frame of 16.7 ms.
  { what: 'hover to footer, 1x', unit: 'ms, median', value: median(footers(fast)), budget: { max: 167 } },
  {
    what: 'hover to footer, 4x slow 4G, cold',
    unit: 'ms, p75',
    value: quantile(footers(cold), 0.75),
    budget: { max: 190 },
  },
  {
    what: 'hover to footer, 4x slow 4G, warm',
    unit: 'ms, p75',
    value: quantile(footers(warm), 0.75),
    budget: { max: 190 },
  },
  { what: 'hover to live island, 1x', unit: 'ms, median', value: median(lives(fast)), budget: { max: 400 } },
  {
    what: 'hover to live island, 4x, cold',
    unit: 'ms, median',
    value: median(lives(cold)),
    budget: { max: 1300 },
  },
  {
    what: 'hover to live island, 4x, warm',
    unit: 'ms, median',
    value: median(lives(warm)),
    budget: { max: 1000 },
  },
]

export const loadTable = (costs: Costs): FigureTable => ({
  title: 'client, load: cross-site frames, 1x, no throttle, medians of interleaved runs',
  rows: ROWS.map(([name, page]) => {
    const { html, script, picture, other, requests, js, main, heapKb, shift } = costs[name]
    return {
      page,
      'HTML B': html,
      'JS B': script,
      'picture KB': picture / 1024,
      'other B': other,
      requests,
      'JS CPU ms': js,
      'main CPU ms': main,
      'heap KB': heapKb,
      shift,
    }
  }),
})

export function slowTable({ lcp, fast, cold, warm }: Slow): FigureTable {
  const rows: [what: string, times: number[]][] = [
    ['LCP of a plain picture', lcp.plain],
    ['LCP of an embed', lcp.embed],
    ['hover to footer, 1x', footers(fast)],
    ['hover to footer, cold', footers(cold)],
    ['hover to footer, warm', footers(warm)],
    ['hover to live island, 1x', lives(fast)],
    ['hover to live island, cold', lives(cold)],
    ['hover to live island, warm', lives(warm)],
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
