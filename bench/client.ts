import { type Costs, LOADED, loadFigures, loadTable } from './client/client-findings.ts'
import { type Cost, loadCost } from './client/load-cost.ts'
import { type ClientRig, startClientRig } from './client/rig.ts'
import { fastHover, slowVisits } from './client/slow-device.ts'
import { type Slow, slowFigures, slowTable } from './client/slow-findings.ts'
import type { Findings } from './figure.ts'

const RUNS = 5

/** Measures embeds against plain pictures and GIPHY's component in frames: loading, a slow device, and hovering. */
export async function benchClient(): Promise<Findings> {
  const rig = await startClientRig()
  try {
    const costs = await measureLoads(rig)
    const slow = await measureSlow(rig)
    return {
      figures: [...loadFigures(costs), ...slowFigures(slow, costs.giphy)],
      tables: [loadTable(costs), slowTable(slow)],
    }
  } finally {
    await rig.stop()
  }
}

/** Every page in turn, run by run; the first run only fills the edge's memory. */
async function measureLoads({ browser, pages }: ClientRig): Promise<Costs> {
  const runs = Object.fromEntries(Object.keys(LOADED).map((name) => [name, [] as Cost[]])) as Costs
  for (let run = 0; run <= RUNS; run++) {
    for (const [name, costs] of Object.entries(runs)) {
      const cost = await loadCost(browser, pages[name as keyof Costs])
      if (run > 0) costs.push(cost)
    }
  }
  return runs
}

async function measureSlow({ browser, pages }: ClientRig): Promise<Slow> {
  const slow: Slow = { plain: [], cold: [], warm: [], giphyCold: [], giphyWarm: [], fast: [], fastPlain: [] }
  for (let run = 0; run < RUNS; run++) {
    slow.plain.push(...(await slowVisits(browser, pages.footer, { visits: 1, hovers: true })))
    const [cold, warm] = await slowVisits(browser, pages.embed, { visits: 2, hovers: true })
    const [giphyCold, giphyWarm] = await slowVisits(browser, pages.giphy, { visits: 2, hovers: false })
    if (!cold || !warm || !giphyCold || !giphyWarm) throw new RangeError('There were two visits')
    slow.cold.push(cold)
    slow.warm.push(warm)
    slow.giphyCold.push(giphyCold)
    slow.giphyWarm.push(giphyWarm)
    slow.fastPlain.push(await fastHover(browser, pages.footer))
    slow.fast.push(await fastHover(browser, pages.embed))
  }
  return slow
}
