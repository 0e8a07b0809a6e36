import { type Figure, type FigureBudget, type FigureTable, ratioOfRounds } from '../figure.ts'
import { type Cost, medianCost } from './load-cost.ts'

/** The pages that are loaded, in turn. */
export const LOADED = {
  embed: '1 embed',
  quiet: '1 embed, tracking off',
  giphy: "1 of GIPHY's `<Gif>`",
  plains: '20 plain pictures',
  embeds: '20 embeds',
  quiets: '20 embeds, tracking off',
  giphys: "20 of GIPHY's `<Gif>`",
} as const

/** Each run's cost of each page. */
export type Costs = Record<keyof typeof LOADED, Cost[]>

/** What is compared: a part of a page's cost, by that of another page. */
const RATIOS: readonly [what: string, part: keyof Cost, page: keyof Costs, by: keyof Costs, max: number][] = [
  ['JS CPU at load, 1 embed', 'js', 'embed', 'giphy', 0.1],
  ['JS CPU at load, 1 embed, tracking off', 'js', 'quiet', 'giphy', 0.05],
  ['JS CPU at load, 20 embeds', 'js', 'embeds', 'giphys', 0.12],
  ['JS CPU at load, 20 embeds, tracking off', 'js', 'quiets', 'giphys', 0.08],
  ['heap, 20 embeds', 'heapKb', 'embeds', 'plains', 1.12],
  ['heap, 20 embeds, tracking off', 'heapKb', 'quiets', 'plains', 1.06],
  ['main-thread CPU, 20 embeds', 'main', 'embeds', 'plains', 1.4],
  ['main-thread CPU, 20 embeds, tracking off', 'main', 'quiets', 'plains', 1.25],
]

const UNITS: Partial<Record<keyof Costs, string>> = {
  giphy: "of GIPHY's",
  giphys: "of GIPHY's",
  plains: 'of plain',
}

/** What is the same in each run. */
function counted(costs: Costs): Figure[] {
  const figure = (what: string, unit: string, value: number, budget: FigureBudget): Figure => ({
    what,
    unit,
    value,
    budget,
  })
  const [embed, quiet, embeds] = (['embed', 'quiet', 'embeds'] as const).map((name) =>
    medianCost(costs[name]),
  )
  if (!embed || !quiet || !embeds) throw new RangeError('There are three pages')
  return [
    figure('HTML of an embed', 'KB br', embed.html / 1024, { max: 3 }),
    figure('script before intent', 'KB br', embed.script / 1024, { max: 5 }),
    figure('script before intent, tracking off', 'KB br', quiet.script / 1024, { max: 0 }),
    figure('requests before intent, 1 embed', 'requests', embed.requests, { max: 3 }),
    figure('requests before intent, 1 embed, tracking off', 'requests', quiet.requests, { max: 2 }),
    figure('layout shift, 20 embeds', 'score', embeds.shift, { max: 0 }),
  ]
}

export const loadFigures = (costs: Costs): Figure[] => [
  ...counted(costs),
  ...RATIOS.map(([what, part, page, by, max]) => ({
    what,
    unit: UNITS[by] ?? '',
    ...ratioOfRounds(
      costs[page].map((cost) => cost[part]),
      costs[by].map((cost) => cost[part]),
    ),
    budget: { max },
  })),
]

export const loadTable = (costs: Costs): FigureTable => ({
  title: 'client, load: cross-site frames, 1x, no throttle, medians of interleaved runs',
  rows: Object.entries(LOADED).map(([name, page]) => {
    const { html, script, picture, other, requests, js, main, heapKb, shift, fcp } = medianCost(
      costs[name as keyof Costs],
    )
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
      'first paint ms': fcp,
    }
  }),
})
