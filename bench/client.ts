import {
  type Costs,
  loadFigures,
  loadTable,
  ROWS,
  type Slow,
  slowFigures,
  slowTable,
} from './client/client-findings.ts'
import { type Cost, loadCost, medianCost } from './client/load-cost.ts'
import { type ClientRig, startClientRig } from './client/rig.ts'
import { fastHover, slowHovers, slowLcp } from './client/slow-device.ts'
import type { Findings } from './figure.ts'

const RUNS = 5
/** Hovers are quick, and one frame is a tenth of the measured time, so they are repeated more often. */
const HOVERS_A_RUN = 3

/** Measures embeds against plain pictures in frames: loading, a slow device, and hovering. */
export async function benchClient(): Promise<Findings> {
  const rig = await startClientRig()
  try {
    const costs = await measureLoads(rig)
    const slow = await measureSlow(rig)
    return {
      figures: [...loadFigures(costs), ...slowFigures(slow)],
      tables: [loadTable(costs), slowTable(slow)],
    }
  } finally {
    await rig.stop()
  }
}

async function measureLoads({ browser, pages }: ClientRig): Promise<Costs> {
  const runs: Record<keyof Costs, Cost[]> = { plain: [], embed: [], plains: [], embeds: [] }
  for (let run = 0; run < RUNS; run++) {
    for (const [name] of ROWS) runs[name].push(await loadCost(browser, pages[name]))
  }
  return {
    plain: medianCost(runs.plain),
    embed: medianCost(runs.embed),
    plains: medianCost(runs.plains),
    embeds: medianCost(runs.embeds),
  }
}

async function measureSlow({ browser, pages }: ClientRig): Promise<Slow> {
  const slow: Slow = { lcp: { plain: [], embed: [] }, fast: [], cold: [], warm: [] }
  for (let run = 0; run < RUNS; run++) {
    slow.lcp.plain.push(await slowLcp(browser, pages.plain))
    slow.lcp.embed.push(await slowLcp(browser, pages.embed))
    for (let hover = 0; hover < HOVERS_A_RUN; hover++) slow.fast.push(await fastHover(browser, pages.embed))
    const { cold, warm } = await slowHovers(browser, pages.embed)
    slow.cold.push(cold)
    slow.warm.push(warm)
  }
  return slow
}
