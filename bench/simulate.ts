import type { Figure, Findings } from './figure.ts'
import { playHistories } from './simulate/histories.ts'

/** Random histories that the policy is checked in. */
const HISTORIES = 10_000

/** How the Worker's own policy code behaves in simulated data centres. */
export async function benchSimulate(from = 1): Promise<Findings> {
  return { figures: [await historyFigure(from)], tables: [] }
}

/** @param from the first seed */
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
