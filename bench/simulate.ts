import type { Figure, Findings } from './figure.ts'
import { costTable, usageTable } from './simulate/costs.ts'
import { countingCosts, groupMsOf } from './simulate/counting.ts'
import { playHistories } from './simulate/histories.ts'
import { incidents } from './simulate/incidents.ts'
import { layerTable, ratedOf, steadyRuns, writerTable } from './simulate/steady.ts'

/** Random histories that the policy is checked in. */
const HISTORIES = 10_000

/** How the Worker's own policy code behaves in simulated data centres, and what that costs. @param from the first seed */
export async function benchSimulate(from: number): Promise<Findings> {
  const costs = await countingCosts()
  const runs = await steadyRuns(costs)
  const rates = ratedOf(runs, costs)
  const told = await incidents(groupMsOf(costs))
  const broken = runs.reduce((all, { world }) => all + world.broken.length, told.broken)
  const underTraffic = {
    what: 'promises broken under traffic',
    unit: 'of all',
    value: broken,
    budget: { max: 0 },
  }
  return {
    figures: [await historyFigure(from), underTraffic],
    tables: [
      writerTable(costs),
      layerTable(runs),
      told.table,
      usageTable(rates, 'page'),
      usageTable(rates, 'tracking'),
      costTable(rates),
    ],
  }
}

async function historyFigure(from: number): Promise<Figure> {
  const { played, broken } = await playHistories(from, HISTORIES)
  const says = broken.map(({ seed, broken: [first] }) => `seed ${seed}: ${first?.promise}, ${first?.says}`)
  return {
    what: 'promises broken in random histories',
    unit: `of ${played.toLocaleString('en')}`,
    value: broken.length,
    budget: { max: 0 },
    note: says.join('; ') || `seeds from ${from}`,
  }
}
